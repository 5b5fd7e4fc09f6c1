//! The turn: who must decide, what may be asked, how an order is resolved.
//!
//! 1. [`ask`]: the battle is waiting: [`Awaiting`] names who must answer and what may be answered.
//! 2. [`rules`]: the questions a ruleset answers without changing anything, the [`Rules`] trait; `rulebooks`:
//!    all rulesets.
//! 3. [`view`]: the battle as one side may see it, read-only.
//! 4. [`concealment`]: which units hide from which sides; a view for a side leaves out what that side has not seen.
//! 5. [`secret`]: what a side knows alone until the rules reveal it.
//! 6. [`battle_mut`]: the battle as a ruleset's systems change it: every change goes with its event.
//! 7. [`derived`]: what follows from the state, kept until the state changes.
//! 8. [`glance`]: what one question looks up again and again.
//! 9. [`schedule`]: `Resolve(RulesetId)` and its sets, verbs as systems.
//! 10. [`state`]: the one registry of what belongs to the state of a battle.
//! 11. [`shape`]: what the registered types look like as data; `tracer` learns it from them.
//! 12. [`quick`]: armies and countries of which battles are made on demand; [`vocabulary`]: what a ruleset registers: verbs,
//!     marks, formations, cards, settings.
//! 13. [`army_list`]: the forces of a scenario as a ruleset looks at them before the battle.
//! 14. [`ground`]: ground in the ruleset's own terms.
//! 15. [`scenario_event`]: what a scenario lets happen.
//! 16. [`sheet`]: a question that several may answer at once, with all that they may do.
//! 17. [`turn_steps`], [`chit`], [`bases`]: what a ruleset may bring to the table: steps of a turn, orders on chits, units
//!     of bases.
//! 18. [`outcome`]: how a battle stands and how it ended.
//! 19. [`position`]: what a position is made of in the middle of a battle.
//! 20. [`judged`]: what orders and units mean to somebody who judges how a battle is fought.

pub mod army_list;
pub mod ask;
pub mod bases;
pub mod battle_mut;
pub mod chit;
pub mod concealment;
pub mod derived;
pub mod glance;
pub mod ground;
pub mod judged;
pub mod outcome;
pub mod position;
pub mod quick;
mod rulebooks;
pub mod rules;
pub mod scenario_event;
pub mod schedule;
pub mod secret;
pub mod shape;
pub mod sheet;
pub mod state;
mod tracer;
pub mod turn_steps;
pub mod view;
pub mod vocabulary;

pub use army_list::{ArmyList, ArmyListEntry, ArmyListProblem, SettingProblem};
pub use ask::{Ask, Awaiting};
pub use battle_mut::{BattleMut, InHand, Markers, NewPiece, NewUnit, Tell};
pub use concealment::{Concealment, SeenPieces, SuspectedPlace};
pub use derived::{Derivation, Derived, GroundDerivation};
pub use glance::Glance;
pub use ground::{TerrainPart, TerrainProblem, TerrainValue, TerrainValues};
pub use judged::{Fire, OrdersJudged, Purpose, Readiness};
pub use outcome::{
    BreakTerm, Deployment, ExitTerm, FallTerm, HoldTerm, HoldWhen, LossTerm, Objective, Outcome, PrizeReward,
    PrizeStart, PrizeTerm, SpoilState, SpoilTerm, Standing, VictoryTerms, Zone, ZoneTerm,
};
pub use rulebooks::{ActiveRulebook, Rulebook, Rulebooks, RulesetId};
pub use rules::{Rules, ScenarioRules, TurnShown, UnitsShown};
pub use scenario_event::{ScenarioEvent, ScenarioEvents, Strikes};
pub use schedule::{Halt, Resolve, ResolveSystems, ruleset_schedule, strict_schedule};
pub use secret::{BattleSecretApp, Confidential, Secret, SecretKind, SecretKinds, SecretOf, SideSecrets};
pub use shape::{IdKind, StateShape};
pub use state::{BattleStateApp, BattleStates};
pub use view::{BattleView, Clock, STRANGER, ScenarioInfo, Settings};
pub use vocabulary::{ChanceStream, Draws, OldForm, OldValue, Unplayed, Vocabulary};
