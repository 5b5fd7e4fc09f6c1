//! What figures wear: the dress of a look in a coat.

use smol_str::{SmolStr, format_smolstr};

use super::palette::{Coat, Rgb};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    Foot,
    Mounted,
    Gun,
    Long,
    Beast,
}

/// What a look is made of.
pub(super) struct Dress {
    pub body: Body,
    pub thing: &'static str,
    pub hat: &'static str,
    pub weapon: &'static str,
    pub pack: bool,
    pub belts: bool,
    pub epaulettes: bool,
    pub gorget: bool,
    pub flag: bool,
    pub jacket: Option<Rgb>,
    pub belt: Rgb,
    pub facing: Rgb,
    pub plume: Rgb,
    pub skin: Rgb,
    pub hide: Rgb,
    pub mane: Rgb,
}

const WHITE: Rgb = Rgb::hex(0xF3EBD8);
const GILT: Rgb = Rgb::hex(0xE7CB82);
const YELLOW: Rgb = Rgb::hex(0xD9B23A);
const RED: Rgb = Rgb::hex(0xB5382B);
pub(super) const BLACK: Rgb = Rgb::hex(0x241E1A);
const RIFLE_GREEN: Rgb = Rgb::hex(0x3F5A3B);

/// The dress of the ordinary man of a nation or band.
pub(super) fn dress_of(coat: &str) -> Dress {
    let plain = Dress {
        body: Body::Foot,
        thing: "",
        hat: "hat_shako",
        weapon: "musket",
        pack: true,
        belts: true,
        epaulettes: true,
        gorget: false,
        flag: false,
        jacket: None,
        belt: WHITE,
        facing: RED,
        plume: RED,
        skin: Rgb::hex(0xD9AE87),
        hide: Rgb::hex(0x7B5236),
        mane: Rgb::hex(0x503523),
    };
    let british = Dress { facing: Rgb::hex(0xE9DEC4), plume: WHITE, ..plain };
    match coat {
        "french" | "saxon" => plain,
        "bavarian" => Dress { hat: "hat_helmet", ..plain },
        "british" | "allied" | "portuguese" => british,
        "austrian" => Dress { plume: YELLOW, facing: YELLOW, ..plain },
        "brunswick" => Dress { facing: BLACK, plume: BLACK, belt: BLACK, ..plain },
        "russian" => Dress { plume: WHITE, ..plain },
        "prussian" | "landwehr" => Dress { hat: "hat_cap", plume: WHITE, ..plain },
        "herders" => Dress { hat: "hat_wide", pack: false, belts: false, epaulettes: false, ..plain },
        "trappers" => {
            Dress { hat: "hat_fur", weapon: "rifle", pack: false, epaulettes: false, belt: Rgb::hex(0x6B4A2B), ..plain }
        }
        "american" => Dress { hat: "hat_round", facing: WHITE, plume: WHITE, ..plain },
        "spanish" => Dress { hat: "hat_round", facing: RED, plume: RED, ..plain },
        "army" | "cavalry" | "drovers" | "law" | "stage" | "union" => {
            Dress { hat: "hat_wide", pack: false, epaulettes: false, belt: GILT, ..plain }
        }
        _ => match Coat::named(coat) {
            Coat::Militia => {
                Dress { hat: "hat_slouch", pack: false, epaulettes: false, belt: Rgb::hex(0xD9C79A), ..plain }
            }
            Coat::Indian => Dress {
                hat: "hat_feathers",
                pack: false,
                belts: false,
                epaulettes: false,
                skin: Rgb::hex(0xB98A5E),
                ..plain
            },
            _ => Dress {
                hat: "hat_wide",
                weapon: "rifle",
                pack: false,
                epaulettes: false,
                belt: Rgb::hex(0x6B4A2B),
                facing: Rgb::hex(0xC9A24B),
                hide: Rgb::hex(0xA9784A),
                mane: Rgb::hex(0x6E4E30),
                ..plain
            },
        },
    }
}

/// A look with the weapon that is in hand, if one is.
pub fn armed(look: &str, weapon: Option<&SmolStr>) -> SmolStr {
    weapon.map_or_else(|| look.into(), |weapon| format_smolstr!("{look}_{weapon}"))
}

/// The dress of a look ("foot", "mounted_officer", "gun", "cattle"): its words in any order, that of the weapon last.
pub(super) fn dress(look: &str, coat: &str) -> Dress {
    let mut dress = dress_of(coat);
    let regular = dress.epaulettes;
    for word in look.split(['_', ' ', '-']) {
        match word {
            // A man who carries the colours or serves a gun has no hand free.
            _ if matches!(dress.weapon, "colours" | "rammer") && weapon_named(word).is_some() => {}
            "leader" | "sergeant" => {
                dress.gorget = true;
                dress.pack = false;
                dress.weapon = if regular { "sword" } else { dress.weapon };
                dress.facing = GILT;
            }
            "officer" | "commander" | "general" | "captain" | "lieutenant" => {
                dress.gorget = true;
                dress.pack = false;
                dress.weapon = if regular { "sword" } else { "pistol" };
                dress.facing = GILT;
                if regular {
                    dress.hat = "hat_bicorne";
                }
            }
            "colours" | "standard" | "ensign" => {
                dress.flag = true;
                dress.pack = false;
                dress.weapon = "colours";
            }
            "light" | "voltigeur" | "skirmisher" | "jager" => (dress.facing, dress.plume) = (YELLOW, YELLOW),
            "rifle" | "rifleman" | "riflemen" => {
                dress.weapon = "rifle";
                if regular {
                    dress.jacket = Some(RIFLE_GREEN);
                    (dress.belt, dress.facing) = (BLACK, BLACK);
                    dress.plume = Rgb::hex(0x4F7A45);
                }
            }
            "grenadier" | "guard" => dress.hat = "hat_bearskin",
            "gunner" | "crew" | "artillery" => {
                dress.body = Body::Foot;
                dress.weapon = "rammer";
                dress.pack = false;
                dress.hat = if regular { "hat_round" } else { dress.hat };
                dress.jacket = regular.then_some(Rgb::hex(0x2B3F73));
            }
            "engineer" | "sapper" | "pioneer" => dress.weapon = "axe",
            "gunman" | "gunfighter" => dress.weapon = "pistol",
            "trapper" => dress.hat = "hat_fur",
            "civilian" => (dress.hat, dress.weapon, dress.belts) = ("hat_round", "", false),
            "dismounted" => dress.body = Body::Foot,
            "mounted" | "rider" | "horseman" | "cavalry" | "horse" => {
                dress.body = Body::Mounted;
                dress.weapon = if regular { "sword" } else { dress.weapon };
            }
            "lancer" | "uhlan" => {
                dress.body = Body::Mounted;
                dress.weapon = "lance";
                dress.hat = "hat_cap";
                dress.facing = YELLOW;
            }
            "dragoon" | "cuirassier" => {
                dress.body = Body::Mounted;
                dress.weapon = if regular { "sword" } else { dress.weapon };
                dress.hat = "hat_helmet";
            }
            "hussar" | "chasseur" => {
                dress.body = Body::Mounted;
                dress.weapon = if regular { "sword" } else { dress.weapon };
                dress.facing = YELLOW;
                dress.jacket = regular.then_some(Rgb::hex(0x3E7A5E));
            }
            "gun" | "howitzer" => (dress.body, dress.thing) = (Body::Gun, "gun"),
            "gatling" => (dress.body, dress.thing) = (Body::Gun, "gatling"),
            "limber" => (dress.body, dress.thing) = (Body::Long, "limber"),
            "wagon" | "caisson" => (dress.body, dress.thing) = (Body::Long, "wagon"),
            "cart" => (dress.body, dress.thing) = (Body::Long, "hay_cart"),
            "stagecoach" | "coach" | "stage" => (dress.body, dress.thing) = (Body::Long, "stagecoach"),
            "cattle" | "steer" | "cow" | "animal" => {
                (dress.body, dress.thing, dress.hide) = (Body::Beast, "steer", Rgb::hex(0x9A6B43));
            }
            "bison" | "buffalo" => {
                (dress.body, dress.thing, dress.hide) = (Body::Beast, "steer", Rgb::hex(0x4A3626));
            }
            "sheep" => (dress.body, dress.thing) = (Body::Beast, "sheep"),
            "bear" | "grizzly" => (dress.body, dress.thing) = (Body::Beast, "bear"),
            "loose" | "mule" | "horses" => (dress.body, dress.thing) = (Body::Beast, "horse"),
            word => dress.weapon = weapon_named(word).unwrap_or(dress.weapon),
        }
    }
    dress
}

/// The drawing of a weapon by its word, where its name says no more than that.
fn weapon_named(word: &str) -> Option<&'static str> {
    Some(match word {
        "musket" | "musketoon" => "musket",
        "carbine" | "rifle" | "shotgun" => "rifle",
        "pistol" | "revolver" => "pistol",
        "sword" | "sabre" => "sword",
        "lance" | "spear" => "lance",
        "axe" | "hatchet" | "tomahawk" => "axe",
        "bow" => "bow",
        _ => return None,
    })
}
