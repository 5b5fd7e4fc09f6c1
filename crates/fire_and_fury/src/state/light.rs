//! Twilight, night and fog (FF-4.4, FF-13).

use super::view::FuryView;
use crate::book::rule_settings::Moon;
use grapeshot_floor::turn::rules;

/// FF-13: the light of a turn, with the inches that units see in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Light {
    /// Daylight: units see as far as the ground lets them.
    Day,
    /// FF-13.1: twilight, in which units see this many inches.
    Twilight(f32),
    /// FF-13.3: night, in which units see this many inches.
    Night(f32),
}

impl Light {
    /// Its word in texts; none by day.
    pub fn word(self) -> &'static str {
        match self {
            Self::Day => "",
            Self::Twilight(_) => "twilight",
            Self::Night(_) => "night",
        }
    }

    /// The light as the screen shows it.
    pub fn shown(self) -> rules::Light {
        match self {
            Self::Day => rules::Light::Day,
            Self::Twilight(_) => rules::Light::Twilight,
            Self::Night(_) => rules::Light::Night,
        }
    }
}

/// The place of a turn in a stretch of turns, from 0; `first` and `turns` as settings have them.
fn number_in([first, turns]: [f32; 2], turn: u16) -> Option<usize> {
    let n = f32::from(turn) - first;
    (first > 0.0 && n >= 0.0 && n < turns).then_some(n as usize)
}

impl FuryView<'_> {
    /// FF-13.1, FF-13.3: the light of a turn.
    pub fn light_in(&self, turn: u16) -> Light {
        let (settings, numbers) = (self.settings(), self.numbers());
        if number_in(settings.night, turn).is_some() {
            return Light::Night(match settings.moon {
                Moon::Overcast => numbers.night.0,
                Moon::Moonlit => numbers.night.1,
                Moon::Full => numbers.night.2,
            });
        }
        let (a, b, c, d) = numbers.twilight;
        let evening = number_in(settings.evening_twilight, turn).map(|n| [a, b, c, d][n.min(3)]);
        let morning = number_in(settings.morning_twilight, turn).map(|n| [d, c, b, a][n.min(3)]);
        evening.or(morning).map_or(Light::Day, Light::Twilight)
    }

    /// The light of this turn.
    pub fn light(&self) -> Light {
        self.light_in(self.view.clock().turn)
    }

    /// FF-13.3: whether it is night.
    pub fn is_night(&self) -> bool {
        matches!(self.light(), Light::Night(_))
    }

    /// FF-5.5: whether twilight or fog reduces the command radius.
    pub fn is_dim(&self) -> bool {
        matches!(self.light(), Light::Twilight(_)) || self.settings().fog_range > 0.0
    }

    /// FF-4.4: how far units see at most in this turn, in inches.
    pub fn farthest_sight(&self) -> f32 {
        let fog = Some(self.settings().fog_range).filter(|fog| *fog > 0.0).unwrap_or(f32::INFINITY);
        match self.light() {
            Light::Day => fog,
            Light::Twilight(inches) | Light::Night(inches) => inches.min(fog),
        }
    }
}
