//! The format of a `*.script.ron` file: its steps and what may stand in them.

use grapeshot_floor::files::shape::{Field, Kind, Shape, may, must};

/// The whole file.
pub static SCRIPT: Shape = Shape {
    what: "a script",
    fields: &[
        may("rules", Kind::Texts, "the rules that it tries, such as CP-2.1"),
        may("scenario", Kind::Text, "the scenario file, seen from the script's own folder"),
        may("seed", Kind::Any, "the seed of all chance, a whole number; 0 if none"),
        must("steps", Kind::Anys, "what is done and what must come of it, in order"),
    ],
};

/// A step: its word, what may stand in it, what it does.
pub struct StepForm {
    pub word: &'static str,
    /// What may stand in it.
    pub shape: &'static Shape,
    /// What it does, in a sentence.
    pub hint: &'static str,
}

/// All steps.
pub static STEPS: [StepForm; 12] = [
    StepForm {
        word: "force",
        shape: &FORCE,
        hint: "Makes results come next from a stream of chance. All of them must have come when the script ends, unless \
               they are spare.",
    },
    StepForm {
        word: "set",
        shape: &SET,
        hint: "Puts a unit, a piece or the battle into a state, with `value` as a whole, with `fields` in these fields \
               only. The state is checked as a whole before it is taken.",
    },
    StepForm {
        word: "order",
        shape: &ORDER,
        hint: "Gives an order, which must be allowed; the battle goes on. If it ends the activation of its unit, what is \
               shown says so, and so does whatever fails before the next order.",
    },
    StepForm {
        word: "halt",
        shape: &ORDER,
        hint: "Gives an order, which must be allowed, and stops when it is carried out: the sequence of play goes on \
               with the next step that is no `expect`.",
    },
    StepForm {
        word: "refuse",
        shape: &REFUSE,
        hint: "Gives an order, which must be refused, by this rule or for this reason if they are given; without both \
               the refusal that it got is shown. An order that no rule would look at (an argument that its verb does \
               not take) counts as a mistake of the script.",
    },
    StepForm {
        word: "plan",
        shape: &PLAN,
        hint: "Asks what an order would do, which must be allowed, without giving it: ways with their cost and why they \
               stop, odds with their modifiers, templates, warnings.",
    },
    StepForm {
        word: "until",
        shape: &UNTIL,
        hint: "Answers what comes until a question of this kind, unit, side or turn is asked. The answer is the first of \
               `verbs` that the question allows, else the verb that goes on, else the first thing that may be done. It \
               stops when the turn ends, unless `turn` or `turns` says otherwise, and says where; what is before the \
               first turn belongs to it.",
    },
    StepForm {
        word: "never",
        shape: &NEVER,
        hint: "Answers what comes, as `until` does, up to the end of the turn or up to the question that `before` names. \
               A question of this kind, unit or side must not be asked on the way.",
    },
    StepForm { word: "expect", shape: &EXPECT, hint: "Says what must be so now." },
    StepForm {
        word: "show",
        shape: &SHOW,
        hint: "Shows what is so now and expects nothing: a plan, or why an order is refused; a state; the questions that \
               wait, with their choices; lines of the log.",
    },
    StepForm {
        word: "tell",
        shape: &TELL,
        hint: "A card of a lesson that is read, or that waits until the player has chosen a unit or a piece. In a script \
               that is only played it does nothing.",
    },
    StepForm {
        word: "ask",
        shape: &ASK,
        hint: "A card of a lesson that waits until the player gives this order, or one like it. In a script that is only \
               played the order is given as `order` does.",
    },
];

const CARD: Field = must("text", Kind::Text, "what stands on the card, with Markdown's marks for words that stand out");
const RING: Field = may(
    "ring",
    Kind::Texts,
    "what is ringed: a unit or a piece by its key, `button: WORD` for a button, `panel: NAME` for a panel",
);

static TELL: Shape = Shape {
    what: "a card",
    fields: &[
        CARD,
        RING,
        may("choose", Kind::Text, "the unit or the piece, by its key, that the player has to choose; he reads if none"),
    ],
};

static ASK: Shape = Shape {
    what: "a card with an order",
    fields: &[
        CARD,
        RING,
        THE_ORDER,
        may("wrong", Kind::Text, "what is told before what another order would have done"),
        may("near", Kind::Number(0.0, 1000.0), "how far from its end another way may end, in inches; 3 if not given"),
    ],
};

static FORCE: Shape = Shape {
    what: "a forcing",
    fields: &[
        must(
            "stream",
            Kind::Text,
            "the stream of chance, such as \"command dice\"; \"action french\" where sides have their own",
        ),
        must("results", Kind::Anys, "dice by face, cards by number or by what is on them: 3, {\"move\": 9}"),
        may("spare", Kind::Flag, "true if they need not all have come when the script ends"),
    ],
};

static SET: Shape = Shape {
    what: "a setting",
    fields: &[
        may("unit", Kind::Text, "the unit, by its key"),
        may("piece", Kind::Text, "the piece, by its unit's key and its number: \"fr_1.3\""),
        must("state", Kind::Text, "the name of the state, such as \"place\""),
        may("value", Kind::Any, "all of it"),
        may("fields", Kind::Values, "some of its fields; the others stay as they are"),
    ],
};

pub static ORDER: Shape = Shape {
    what: "an order",
    fields: &[
        must("verb", Kind::Text, "what is to be done"),
        may("side", Kind::Text, "who orders it, by key; the unit's side, or the side that is asked first, if none"),
        may("unit", Kind::Text, "the unit, by its key"),
        may("pieces", Kind::Texts, "the pieces that do it: [\"fr_1.1\", \"fr_1.2\"]"),
        may("also", Kind::Texts, "the pieces in the second role, as the verb says"),
        may("target", Kind::Text, "the piece it is done to"),
        may("target_unit", Kind::Text, "the unit it is done to"),
        may("path", Kind::Anys, "the way: [to(10, 20), march(inches: 4), wheel(degrees: 45), about_face, climb(2)]"),
        may("heading", Kind::Number(-FARTHEST, FARTHEST), "the facing at the end in degrees, 0 east, 90 north"),
        may("formation", Kind::Text, "the formation at the end"),
        may("choice", Kind::Text, "one of the choices of the question"),
        may("number", Kind::Number(-FARTHEST, FARTHEST), "a number, as the verb says"),
    ],
};

const FARTHEST: f32 = 10_000.0;

const THE_ORDER: Field = must("order", Kind::Record(&ORDER), "the order");
const NEAR: Field = may("near", Kind::Number(0.0, 1000.0), "how far numbers may be off; a thousandth if not given");

static REFUSE: Shape = Shape {
    what: "a refusal",
    fields: &[
        THE_ORDER,
        may("rule", Kind::Text, "the rule that refuses it"),
        may("reason", Kind::Text, "a part of the reason that is given"),
    ],
};

static PLAN: Shape = Shape {
    what: "a plan",
    fields: &[
        THE_ORDER,
        may("is", Kind::Any, "what must be in the plan"),
        may("not", Kind::Any, "what must not be so in the plan"),
        NEAR,
    ],
};

const KIND: Field = may("kind", Kind::Text, "the kind of the question, such as \"act\"");
const ABOUT: Field = may("unit", Kind::Text, "the unit that the question is about");
const ASKED: Field = may("side", Kind::Text, "the side that is asked");
const ANSWERS: Field = may("verbs", Kind::Texts, "the answers to what comes between, the one to prefer first");
const TURNS: Field =
    may("turns", Kind::Whole(1, 999), "this many more turns than the one that is played now; none if not given");
const MOST: Field = may("most", Kind::Whole(1, 20_000), "this many answers at most; 500 if not given");

static UNTIL: Shape = Shape {
    what: "a wait",
    fields: &[
        KIND,
        ABOUT,
        ASKED,
        may("turn", Kind::Whole(0, 999), "the turn in which it is asked"),
        TURNS,
        ANSWERS,
        MOST,
    ],
};

static NEVER: Shape = Shape {
    what: "a question that is not asked",
    fields: &[
        KIND,
        ABOUT,
        ASKED,
        may("before", Kind::Record(&QUESTION), "the question that is asked instead, at which it stops"),
        TURNS,
        ANSWERS,
        MOST,
    ],
};

pub static QUESTION: Shape = Shape { what: "a question", fields: &[KIND, ABOUT, ASKED] };

static EXPECT: Shape = Shape {
    what: "an expectation",
    fields: &[
        may("unit", Kind::Text, "the unit whose state it is, by its key"),
        may("piece", Kind::Text, "the piece whose state it is: \"fr_1.3\""),
        may("state", Kind::Text, "the name of the state, such as \"place\""),
        may("is", Kind::Any, "what the state must be; of a record the fields that are named"),
        may("not", Kind::Any, "what the state must not be"),
        NEAR,
        may("events", Kind::Anys, "events since the last order, in this order, others between them"),
        may("no_event", Kind::Any, "an event that must not have come since the last order"),
        may("counts", Kind::Records(&COUNT), "how many events of a kind have come since the last order"),
        may("asks", Kind::Anys, "the questions that wait now, all of them"),
        may("outcome", Kind::Any, "how the battle ended; None if it goes on"),
    ],
};

static SHOW: Shape = Shape {
    what: "something to show",
    fields: &[
        may("order", Kind::Record(&ORDER), "the order of which the plan is shown, or the refusal"),
        may("unit", Kind::Text, "the unit whose state it is, by its key"),
        may("piece", Kind::Text, "the piece whose state it is: \"fr_1.3\""),
        may("state", Kind::Text, "the name of the state, such as \"place\""),
        may("asks", Kind::Any, "the questions that wait now and are like this; {} for all"),
        may("events", Kind::Any, "the events since the last order that are like this; {} for all"),
    ],
};

static COUNT: Shape = Shape {
    what: "a count",
    fields: &[
        must("event", Kind::Any, "what the events have in common"),
        must("is", Kind::Whole(0, 10_000), "how many there are"),
    ],
};

/// A part of a way: how it is written, what it is.
pub static LEGS: [(&str, &str); 6] = [
    ("to(x, y)", "in a straight line to a point of the table, turning freely"),
    (
        "march(inches: 4, aside: 0)",
        "this many inches, this many degrees off the facing (left positive), the facing kept",
    ),
    ("wheel(degrees: 45, about: \"fr_1.1\")", "a turn as one body, left positive, about a piece or about its middle"),
    ("about_face", "a turn of 180 degrees, each piece in place"),
    ("climb(2)", "up or down the stairs to a storey, 1 being the ground floor"),
    ("form(\"line\")", "another formation on the way"),
];

/// A step by its word.
pub fn step(word: &str) -> Option<&'static StepForm> {
    STEPS.iter().find(|form| form.word == word)
}
