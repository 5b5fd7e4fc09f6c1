//! The window itself, on a virtual display: it opens, it is played with keys and clicks, what is on the picture and in
//! the journal is looked at, and a battle that was killed can be replayed.
//!
//! A plain `cargo test` leaves these tests out, as they need a virtual display; `./check` installs what they need and
//! runs them.

#![cfg(feature = "screen")]

use resvg::tiny_skia::Pixmap;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const SCENARIO: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";

/// How long a page is to use no time at all.
const REST: Duration = Duration::from_secs(10);

/// A process that ends with the test, whatever comes.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual display with the game on it, whose window has room there.
struct Screen {
    display: String,
    folder: PathBuf,
    game: Option<Running>,
    _server: Running,
}

impl Screen {
    fn open(folder: &Path) -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1920x1080x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut line = String::new();
        let told = server.stdout.take().expect("the number of the display comes by the pipe");
        BufReader::new(told).read_line(&mut line).expect("Xvfb tells its display");
        let display = format!(":{}", line.trim());
        // No card explains the questions: it would lie over the table that is looked at.
        let settings = folder.join("config/grapeshot");
        std::fs::create_dir_all(&settings).expect("the folder is there");
        std::fs::write(settings.join("settings.ron"), "(hints: false)").expect("the folder is there");
        Self { display, folder: folder.to_owned(), game: None, _server: Running(server) }
    }

    fn start(&mut self, arguments: &[&str]) {
        let game = Command::new(env!("CARGO_BIN_EXE_grapeshot"))
            .args(arguments)
            .env("DISPLAY", &self.display)
            .env("XDG_DATA_HOME", self.folder.join("data"))
            .env("XDG_CONFIG_HOME", self.folder.join("config"))
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the game starts");
        self.game = Some(Running(game));
    }

    fn kill(&mut self) {
        self.game = None;
    }

    fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display).status();
        assert!(status.expect("xdotool is installed").success(), "xdotool {arguments:?}");
    }

    fn click(&self, x: u32, y: u32) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    }

    fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    fn picture(&self) -> Pixmap {
        let file = self.folder.join("shot.png");
        let shown = format!("png24:{}", file.display());
        let status = Command::new("import").args(["-window", "root", &shown]).env("DISPLAY", &self.display).status();
        assert!(status.expect("ImageMagick is installed").success());
        Pixmap::load_png(&file).expect("a screenshot is a picture")
    }

    /// The ticks of the clock that the game has used, all its threads together.
    fn ticks(&self) -> u64 {
        let game = self.game.as_ref().expect("the game runs").0.id();
        let stat = fs::read_to_string(format!("/proc/{game}/stat")).expect("it is listed");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        // Fields 14 and 15 of the whole line: time in the program and in the system.
        fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }

    /// A page at which nobody does anything uses no time, once all was drawn that it begins with.
    fn rests(&self, page: &str) {
        let start = Instant::now();
        let mut before = self.ticks();
        let mut rested = Instant::now();
        while rested.elapsed() < REST {
            thread::sleep(Duration::from_millis(500));
            let now = self.ticks();
            if now != before {
                (before, rested) = (now, Instant::now());
            }
            assert!(start.elapsed() < Duration::from_secs(90), "{page} does not rest for {REST:?}");
        }
    }

    /// Waits until something is so on the picture.
    fn wait_for(&self, what: &str, so: impl Fn(&Pixmap) -> bool) -> Pixmap {
        let start = Instant::now();
        loop {
            let picture = self.picture();
            if so(&picture) {
                return picture;
            }
            if start.elapsed() > Duration::from_secs(180) {
                let kept = std::env::temp_dir().join("grapeshot-screen-test.png");
                let _ = picture.save_png(&kept);
                panic!("never seen: {what}; the last picture is {}", kept.display());
            }
            thread::sleep(Duration::from_millis(500));
        }
    }
}

/// The share of pixels in a rectangle that are near a colour.
fn share(picture: &Pixmap, (left, top, right, bottom): (u32, u32, u32, u32), colour: (u8, u8, u8)) -> f32 {
    let mut near = 0;
    for y in top..bottom {
        for x in left..right {
            let pixel = picture.pixel(x, y).expect("the rectangle lies on the picture").demultiply();
            let off = |a: u8, b: u8| i32::from(a).abs_diff(i32::from(b));
            if off(pixel.red(), colour.0) + off(pixel.green(), colour.1) + off(pixel.blue(), colour.2) < 36 {
                near += 1;
            }
        }
    }
    near as f32 / ((right - left) * (bottom - top)) as f32
}

const WALNUT: (u8, u8, u8) = (0x3A, 0x2C, 0x22);
const PAPER_LIGHT: (u8, u8, u8) = (0xF8, 0xF1, 0xDF);
const GROUND: (u8, u8, u8) = (0xEB, 0xE0, 0xC4);
const FRENCH: (u8, u8, u8) = (0x2F, 0x62, 0xB5);
const BRITISH: (u8, u8, u8) = (0xBC, 0x32, 0x27);
const TOP_BAR: (u32, u32, u32, u32) = (0, 0, 1600, 50);
const TABLE: (u32, u32, u32, u32) = (310, 60, 1290, 840);
const LEFT_PANEL: (u32, u32, u32, u32) = (16, 66, 296, 430);

/// The journal's lines with an order of this verb.
fn orders(journal: &Path, verb: &str) -> usize {
    let text = fs::read_to_string(journal).unwrap_or_default();
    text.lines().filter(|line| line.contains(&format!("\"verb\":\"{verb}\""))).count()
}

/// Presses a key until the journal has a number of orders of a verb: a display that is busy may lose a key.
fn press_for_order(screen: &Screen, key: &str, journal: &Path, verb: &str, at_least: usize) {
    let start = Instant::now();
    let mut pressed: Option<Instant> = None;
    while orders(journal, verb) < at_least {
        if pressed.is_none_or(|pressed| pressed.elapsed() > Duration::from_secs(15)) {
            // Without a window manager nobody gives the window the keys.
            screen.xdotool(&["search", "--onlyvisible", "--name", "Grapeshot", "windowfocus"]);
            screen.key(key);
            pressed = Some(Instant::now());
        }
        if start.elapsed() > Duration::from_secs(180) {
            let kept = std::env::temp_dir().join("grapeshot-screen-test.png");
            let _ = screen.picture().save_png(&kept);
            panic!("no order \"{verb}\" in the journal; the last picture is {}", kept.display());
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// It needs a virtual display, a software Vulkan driver and tools that press keys and take pictures, which not every
/// developer's machine has: `./check` installs them and runs it.
#[test]
#[ignore = "needs Xvfb, xdotool and ImageMagick"]
fn a_battle_is_opened_played_killed_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let journal = folder.path().join("battle.journal");
    let mut screen = Screen::open(folder.path());
    let record = journal.display().to_string();
    screen.start(&[
        "play",
        SCENARIO,
        "--seed",
        "7",
        "--side",
        "french=human",
        "--side",
        "british=ai:regular",
        "--record",
        &record,
    ]);

    // The table lies there before anybody touches a thing: walnut bars, paper panels, open ground, and the coats of the
    // side that sets up.
    let picture = screen.wait_for("the table with the French on it", |picture| {
        share(picture, TOP_BAR, WALNUT) > 0.3
            && share(picture, TABLE, GROUND) > 0.1
            && share(picture, TABLE, FRENCH) > 0.0002
    });
    assert!(share(&picture, LEFT_PANEL, PAPER_LIGHT) > 0.3, "the unit card lies at the left");
    assert!(journal.exists(), "the journal begins with the battle");

    // The French begin; the computer has its own answer.
    press_for_order(&screen, "space", &journal, "ready", 2);
    screen.wait_for("both sides on the table", |picture| {
        share(picture, TABLE, FRENCH) > 0.0002 && share(picture, TABLE, BRITISH) > 0.0002
    });

    // A unit of the French passes: its leader acts himself if he is asked, then the key that ends it is confirmed.
    let ended = orders(&journal, "end");
    let start = Instant::now();
    while orders(&journal, "end") == ended && start.elapsed() < Duration::from_secs(120) {
        for key in ["a", "e"] {
            screen.key(key);
            screen.key("Return");
            thread::sleep(Duration::from_millis(700));
        }
    }
    assert!(orders(&journal, "end") > ended, "a key ended the unit");

    // A click in the roster shows another unit's card: the picture changes there.
    let before = screen.picture();
    screen.click(120, 510);
    screen.wait_for("another card after a click in the roster", |picture| {
        let changed = (LEFT_PANEL.1..LEFT_PANEL.3)
            .flat_map(|y| (LEFT_PANEL.0..LEFT_PANEL.2).map(move |x| (x, y)))
            .filter(|(x, y)| picture.pixel(*x, *y) != before.pixel(*x, *y))
            .count();
        changed > 200
    });

    // Killed in the middle, nothing is lost: the journal replays to the bit.
    screen.kill();
    let replay = Command::new(env!("CARGO_BIN_EXE_grapeshot"))
        .args(["replay", &record, "--verify"])
        .output()
        .expect("the command runs");
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
}

const GOLD: (u8, u8, u8) = (0xE6, 0xA8, 0x17);
/// Where the entries of the title stand.
const TITLE_MENU: (u32, u32, u32, u32) = (60, 60, 460, 600);

/// The one journal in the folder of the user's data.
fn only_journal(folder: &Path) -> PathBuf {
    let shelf = folder.join("data").join("grapeshot").join("journals");
    let files: Vec<PathBuf> = fs::read_dir(&shelf).into_iter().flatten().flatten().map(|file| file.path()).collect();
    assert_eq!(files.len(), 1, "{} holds {files:?}", shelf.display());
    files[0].clone()
}

/// The picture of the window that its key keeps among the user's data.
fn kept_picture(screen: &Screen) -> Pixmap {
    let folder = screen.folder.join("data").join("grapeshot").join("pictures");
    screen.key("F12");
    let start = Instant::now();
    loop {
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
        let mut pictures = files.filter(|file| file.extension().is_some_and(|ending| ending == "png"));
        if let Some(file) = pictures.next() {
            return Pixmap::load_png(&file).expect("it is a whole picture");
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no picture is kept");
        thread::sleep(Duration::from_millis(200));
    }
}

/// The title goes on with the battle that was killed: on its gold button, before the painted men.
/// It is run as the test above is, by `./check`.
#[test]
#[ignore = "needs Xvfb, xdotool and ImageMagick"]
fn a_battle_that_was_killed_is_gone_on_with_from_the_title() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut screen = Screen::open(folder.path());
    screen.start(&["play", SCENARIO, "--seed", "7", "--side", "french=human", "--side", "british=ai:regular"]);
    let on_table = |picture: &Pixmap| share(picture, TABLE, FRENCH) > 0.0002 && share(picture, TABLE, BRITISH) > 0.0002;
    screen.wait_for("the table with the French on it", |picture| {
        share(picture, TOP_BAR, WALNUT) > 0.3 && share(picture, TABLE, FRENCH) > 0.0002
    });
    let journal = only_journal(folder.path());
    press_for_order(&screen, "space", &journal, "ready", 2);
    screen.kill();

    screen.start(&[]);
    screen.wait_for("the gold button that goes on, before men of both coats", |picture| {
        share(picture, TITLE_MENU, GOLD) > 0.06 && on_table(picture)
    });
    assert_eq!(only_journal(folder.path()), journal, "the title writes nothing");
    screen.rests("the title");
    screen.xdotool(&["search", "--onlyvisible", "--name", "Grapeshot", "windowfocus"]);
    screen.key("n");
    thread::sleep(Duration::from_secs(2));
    for letter in ["f", "o", "r"] {
        screen.key(letter);
    }
    screen.rests("the chooser with a field to write in");
    screen.key("Escape");
    screen.key("Escape");
    screen.wait_for("the title again", |picture| share(picture, TITLE_MENU, GOLD) > 0.06);
    screen.key("Return");
    screen.wait_for("the battle", |picture| share(picture, TOP_BAR, WALNUT) > 0.3 && on_table(picture));
    let seen = kept_picture(&screen);
    assert!(share(&seen, TOP_BAR, WALNUT) > 0.3 && on_table(&seen), "the picture shows the window");
    let start = Instant::now();
    while orders(&journal, "end") == 0 && start.elapsed() < Duration::from_secs(120) {
        for key in ["a", "e"] {
            screen.key(key);
            screen.key("Return");
            thread::sleep(Duration::from_millis(700));
        }
    }
    assert!(orders(&journal, "end") > 0, "what is played goes to the same record");
}
