//! What pages of HTML share: one file each, which needs nothing besides itself, runs nothing and asks no network.

use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    battle::Battle,
    picture::{
        map::{MapOptions, battle_svg},
        raster,
    },
};

const STYLE: &str = "
body { font: 16px/1.45 Georgia, serif; color: #2a2118; background: #efe6d2; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
h1 { font-size: 1.7rem; margin: 2.5rem 0 .2rem } h2 { font-size: 1.2rem; margin: 1.8rem 0 .4rem }
table { border-collapse: collapse } th, td { padding: .2rem .8rem .2rem 0; text-align: right } th:first-child, td:first-child { text-align: left }
tr + tr { border-top: 1px solid #cdbf9f } figure { display: inline-block; margin: 0 2rem 1rem 0 } figcaption { font-size: .95rem }
svg { display: block } svg text { font: 14px Georgia, serif; fill: #2a2118 } img { width: 100%; display: block }
.maps { position: relative } .maps svg { position: absolute; inset: 0; width: 100%; height: 100%; display: none }
.log { list-style: none; padding: 0; columns: 30rem } .log li { break-inside: avoid; padding-left: .6rem; margin: .15rem 0; border-left: .3rem solid #cdbf9f }
.quiet { color: #5b4d38 }";

/// A whole page. Names in it must have been escaped, as `html!` does.
pub fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'";
                title { (title) " - Grapeshot" }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// The table as it stands, this many pixels across.
pub fn table(caption: &str, battle: &Battle, width: u32) -> Markup {
    let options = MapOptions::for_table(&battle.scenario().terrain);
    match raster::png(&battle_svg(&battle.view(), battle.vocabulary(), &options), width) {
        Ok(png) => html! { img alt=(caption) src={ "data:image/png;base64," (STANDARD.encode(png)) }; },
        Err(error) => html! { p { "The table cannot be drawn: " (error) "." } },
    }
}
