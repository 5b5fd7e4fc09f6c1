//! What people did at the panels: panels collect it, and one place carries it out.

use std::path::PathBuf;

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::{playback::Speed, session::Tool, stage::Stage};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, SideId, UnitId},
    orders::{Order, VerbId},
    table::position::Heading,
};
use grapeshot_game::{ai::Controller, picture::map::Layer, scenario::edit::stakes::Stake};

/// What a designer does to the table of a file, mostly to the thing that is chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Turns it by degrees to the left.
    Turn(f32),
    Copy,
    Remove,
    Undo,
    Redo,
    /// Writes a field otherwise: its name, the text of its value.
    Field(String, String),
    /// Puts terrain on the table: its list in the file, its kind.
    Terrain(&'static str, String),
    /// Puts a unit on the table: the key of its side, its kind, the degrees that it faces.
    Unit(SmolStr, SmolStr, Heading),
    /// Takes what a battle is about in hand, to be drawn on the table: what, the key of its side. In hand already, it comes
    /// to the middle.
    Draw(Stake, SmolStr),
    /// Lays down what was in hand to be drawn.
    LayDown,
}

/// What a player does with the cards of a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonStep {
    /// Turns over the card that was read.
    GoOn,
    /// Has done for him what the card asks for.
    ShowHow,
    /// Goes back to the card before.
    Back,
    /// Leaves the lesson for the list of all.
    Finish,
}

/// One thing that a person did.
#[derive(Debug, Clone, PartialEq)]
pub enum UiAction {
    /// Goes to a page; the page before it is remembered.
    Open(Stage),
    /// Goes back to the page before.
    Back,
    /// Opens the reader at a rule.
    OpenRule(RuleId),
    /// Ends the program.
    Quit,
    /// Has read what was told about the question of a rule.
    Hinted(RuleId),
    /// Wants to be told nothing more about questions.
    NoHints,
    /// Begins the file of the battle that the designer has chosen, and opens it on the bench.
    BeginDesign,
    /// Opens a scenario file on the bench.
    OpenBench(PathBuf),
    /// Keeps the battle that was made on demand, and goes to the chooser with it.
    PlayMade,
    /// Begins a lesson, by its place in the list, at the card with this number.
    Learn(usize, usize),
    /// Does something with the card of a lesson.
    Lesson(LessonStep),
    /// Leaves a battle though something of it will be lost.
    Leave,
    /// Stays in the battle instead.
    Stay,

    /// Takes up a verb.
    TakeUp(VerbId),
    /// Chooses one of the choices of the verb.
    Choose(SmolStr),
    /// Chooses a formation of the vocabulary.
    Form(SmolStr),
    /// Turns about on the way.
    FaceAbout,
    /// Has a commander give the order in hand.
    Command(UnitId),
    /// Leaves a step of the order in hand out, by its place.
    DropStep(usize),
    /// Puts a step of the order in hand before the one that precedes it, by its place.
    HastenStep(usize),
    /// Sets the number of the order in hand.
    Count(f32),
    /// Goes up or down stairs on the way, to a storey.
    Climb(u8),
    /// Gives the order in hand.
    Commit,
    /// Gives the order that goes on without doing more; where units could still do something, only the second time.
    GoOn,
    /// Has the computer decide with what it has thought over.
    DecideNow,
    /// Looks at a future of one of the orders that the computer thought of, or at none any more.
    Foresee(Option<usize>),
    /// Goes on without doing more whenever the same is asked in this turn.
    PassOn,
    /// Lays the order in hand down again.
    LayDown,
    /// Asks whether the battle is to be given up, or puts that question away.
    GiveUp,
    /// Takes the last order back.
    Undo,
    /// Chooses a unit to look at.
    Select(UnitId),
    /// Takes a piece into the order, or out of it.
    Pick(PieceId),
    /// Takes all pieces into the order that it could name, or none.
    Muster(bool),
    /// Names a piece as the target of the order.
    Shoot(PieceId),
    /// Names a unit as the target of the order.
    Aim(UnitId),
    /// Goes to the next unit that may act or to the next target, or back with `false`.
    Walk(bool),
    /// Moves what is in hand a step along a direction of the table; with `true` a small one.
    Nudge(Vec2, bool),
    /// Turns what is in hand a step to the left, or to the right with a negative number; with `true` a small one.
    Turn(f32, bool),
    /// Moves the camera to a point of the table, in inches.
    LookAt(Vec2),
    /// The next player has sat down; with `true` he is shown again what his side saw.
    TakeSeat(bool),
    /// Gives these orders one after the other; with `true`, the order that goes on without doing more at their end.
    GiveAll(Vec<Order>, bool),
    /// Gives one of the choices to the chosen units.
    Allot(SmolStr),
    /// Chooses units; with `true` they join those chosen before, or leave them.
    ChooseUnits(Vec<UnitId>, bool),
    /// Lays the cloth over the table, so that one of several players can peek at what is his alone.
    Cover,
    /// Shows a player what is his alone, or covers it again.
    Peek(Option<SideId>),
    /// Goes on after a fight that was read; with `true` past the other fights of the melee, too.
    LeaveFight(bool),
    /// Has all pieces of the order do its second part, too, or none.
    Hasten(bool),
    /// Goes on after a result that was read.
    LeaveRest,
    /// Chooses the fight of one piece against another as the next.
    Engage(PieceId, PieceId),
    /// Gives a side to a person or the computer.
    Hand(SideId, Controller),

    /// Stops the battle, or lets it run.
    Pause,
    /// Shows the battle at a speed.
    Speed(Speed),
    /// Shows the battle as it stood after this many orders.
    Seek(usize),
    /// Goes this many orders on, or back with a negative number.
    Step(i32),
    /// Goes back to what happens now.
    Live,
    /// Shows or hides all panels.
    Hide,
    /// Shows or hides the keys.
    Help,
    /// Shows or hides the menu of the battle.
    Menu,
    /// Lays a tool on the table, at a piece if one is named, or puts it away.
    Take(Tool, Option<PieceId>),
    /// Puts the menu of a piece away.
    CloseMenu,
    /// Shows or hides what the computer thought of.
    Why,
    /// Draws a layer over the table that is looked at, or leaves it out.
    Draw(Layer),
    /// Looks at the table as a side knows it, or as it is.
    SeeAs(Option<SideId>),
    /// Plays the script beside the file that is followed, or shows the table before it.
    PlayScript(bool),
    /// Plays this many battles on the table of that file, behind the window.
    Measure(u64),
    /// Ends the series after the battles under way, or puts away one that is over.
    StopMeasuring,
    /// Lays a heat map of the series on the table, or takes it away.
    ShowHeat(usize),
    /// Opens a battle of the series in a window of its own.
    OpenBattle(u64),
    /// Takes the table of that file in hand to change it, or puts it down.
    ChangeTable,
    /// Changes it.
    Edit(Edit),
    /// Keeps a picture of the table as it stands.
    Picture,
    /// Keeps a picture of the window as it is seen.
    Shot,
    /// Writes the battle on the table to one file that can be given away.
    Export,
    /// Writes the story of the battle on the table as a page.
    Story,

    /// Begins the battle that the chooser shows.
    Begin,
    /// Begins the same battle again, with this seed.
    Again(u64),
    /// Opens a record, as it stands or as a replay.
    Load(PathBuf, bool),
    /// Opens a file from elsewhere: a record or a scenario.
    OpenFile(PathBuf),
    /// Gives a record a name.
    NameRecord(PathBuf, String),
    /// Writes a record to a file that can be given away.
    ExportRecord(PathBuf, PathBuf),
    /// Deletes a record from the disk.
    DeleteRecord(PathBuf),
    /// Puts away the word to the player, who has read it.
    Read,
    /// Writes the settings to their file.
    Keep,
}
