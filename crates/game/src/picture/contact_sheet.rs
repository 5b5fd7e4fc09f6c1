//! A contact sheet: a page in HTML with the pictures of several battles, and what is wrong with those that cannot be
//! drawn.

use std::fmt::Write as _;

use super::{
    fonts::escape,
    palette::{EDGE, INK, INK2, PAPER, PAPER_LIGHT, TARGET},
};
use grapeshot_floor::english;

/// A battle on a contact sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The scenario file as people know it.
    pub file: String,
    /// The title and lines about it, and the name of the picture beside the page; else what is wrong with it.
    pub drawn: Result<Drawn, String>,
}

/// A battle that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    pub title: String,
    /// Lines below the title.
    pub lines: Vec<String>,
    /// The name of the picture, which lies in the folder of the page.
    pub picture: String,
}

/// The page, those first with which something is wrong. No text of a scenario is read as mark-up.
pub fn html(sheets: &[Sheet]) -> String {
    let count = english::count(sheets.len(), "battle");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Grapeshot: {count}</title>\n<style>\n\
         body{{margin:2rem;background:{PAPER};color:{INK};font:16px/1.4 Lato,sans-serif}}\n\
         main{{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1.5rem}}\n\
         figure{{margin:0;padding:.7rem;background:{PAPER_LIGHT};border:1px solid {EDGE}}}\n\
         img{{width:100%;height:auto;display:block}}\nh1,h2{{font-family:'EB Garamond',serif;font-weight:500}}\n\
         h2{{margin:.5rem 0 0;font-size:1.4rem}}\nfigcaption,p{{color:{INK2}}}\ncode{{overflow-wrap:anywhere}}\n\
         .wrong{{grid-column:1/-1;border-color:{TARGET}}}\npre{{overflow-x:auto;color:{TARGET}}}\n</style>\n</head>\n\
         <body>\n<h1>{}</h1>\n<main>\n",
        english::capital(&count)
    );
    let (wrong, good): (Vec<_>, Vec<_>) = sheets.iter().partition(|sheet| sheet.drawn.is_err());
    for Sheet { file, drawn } in wrong.into_iter().chain(good) {
        let file = escape(file);
        let _ = match drawn {
            Err(wrong) => writeln!(
                page,
                "<figure class=\"wrong\"><h2><code>{file}</code></h2><pre>{}</pre></figure>",
                escape(wrong.trim_end())
            ),
            Ok(Drawn { title, lines, picture }) => {
                let (title, picture) = (escape(title), escape(picture));
                let lines: String = lines.iter().map(|line| format!("{}<br>", escape(line))).collect();
                writeln!(
                    page,
                    "<figure><a href=\"{picture}\"><img src=\"{picture}\" alt=\"{title}\" loading=\"lazy\"></a>\
                     <h2>{title}</h2><figcaption>{lines}<code>{file}</code></figcaption></figure>"
                )
            }
        };
    }
    page + "</main>\n</body>\n</html>\n"
}

/// A name for the picture of a file that no other picture has: letters, digits and strokes alone, so that it needs no
/// care in a link or on any disk.
pub fn name_for(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let safe = |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    let plain: String = stem.chars().take(80).map(safe).collect();
    let plain = if plain.is_empty() { "battle".to_owned() } else { plain };
    let numbered = |n: usize| if n == 1 { format!("{plain}.png") } else { format!("{plain}-{n}.png") };
    (1..).map(numbered).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_scenario_becomes_mark_up() {
        let evil = "\"><script>alert(1)</script>&";
        let drawn = Drawn { title: evil.into(), lines: vec![evil.into()], picture: "one.png".into() };
        let sheets = [
            Sheet { file: evil.into(), drawn: Ok(drawn) },
            Sheet { file: evil.into(), drawn: Err(format!("there is no {evil}")) },
        ];
        let page = html(&sheets);
        assert!(!page.contains("<script") && !page.contains(evil), "{page}");
        assert_eq!(page.matches("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;").count(), 6, "{page}");
        let (wrong, good) =
            (page.find("class=\"wrong\"").expect("it is told"), page.find("<img").expect("it is shown"));
        assert!(wrong < good, "what is wrong comes first");
    }

    #[test]
    fn pictures_have_plain_names_of_their_own() {
        assert_eq!(name_for("hold_the-bridge", |_| false), "hold_the-bridge.png");
        assert_eq!(name_for("../\"a b\"", |_| false), "____a_b_.png");
        assert_eq!(name_for("", |name| name == "battle.png"), "battle-2.png");
    }
}
