//! Scripts: resolved, checked, recorded.

use super::*;

#[test]
fn resolve_prints_events_and_state_and_says_what_differs() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, r#"[expect(state: "clock", is: {"step": 0})]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 0, "{err}");
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(result["events"].is_array() && result["state"]["clock"]["step"] == 0, "{out}");
    fs::write(&script, r#"[expect(state: "clock", is: {"step": 5})]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 1);
    assert!(err.contains("clock.step: expected 5, found 0"), "{err}");
    assert!(out.contains("\"failures\""));
    fs::write(&script, "nonsense").unwrap();
    assert_eq!(grapeshot(&["resolve", STARTER, "--script", &script]).0, 2);
}

#[test]
fn resolve_names_line_column_and_step_of_a_failure_and_those_it_is_about() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, "[\n  until(turn: 1),\n  expect(state: \"clock\", is: {\"turn\": 5}),\n]").unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 1);
    assert!(err.contains("a.script.ron:3:39"), "{err}");
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    let failure = &result["failures"][0];
    assert_eq!((&failure["step"], &failure["line"]), (&2.into(), &3.into()));
    assert_eq!(failure["text"], "expect(state: \"clock\", is: {\"turn\": 5})");
    assert_eq!(result["names"]["units"][1]["key"], "fr_1");
    assert_eq!(result["state"]["section"]["units"][1]["leader_name"], "fr_1.1");
    assert!(out.contains("\"side_name\": \"french\""));
    assert_eq!(result["names"]["pieces"][1]["key"], "fr_1.1");
}

#[test]
fn a_script_gives_a_record_and_a_log() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    let record = in_folder(&folder, "a.journal");
    fs::write(&script, r#"[force(stream: "command dice", results: [1, 2, 3, 4, 5, 6]), until(turn: 2)]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script, "--record", &record, "--log"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("Foraging Party, seed 0\n") && out.contains("command dice"), "{out}");
    let (code, out, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("orders verified"), "{out}");
}

#[test]
fn check_knows_scripts() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join(STARTER);
    let with = |steps: &str| format!("(scenario: {:?}, steps: [{steps}])", starter.display().to_string());
    fs::write(&script, with(r#"until(turn: 1)"#)).unwrap();
    assert_eq!(grapeshot(&["check", &script]).0, 0);
    fs::write(&script, with(r#"order(verb: "shot"), expect(unit: "fr_9", state: "section", is: {})"#)).unwrap();
    let (code, out, err) = grapeshot(&["check", &script]);
    assert_eq!(code, 1);
    assert!(out.contains("2 problems") && err.contains("Did you mean `shoot`?"), "{err}");
}
