//! The part of the desktop that bars leave to windows.

use bevy::math::IRect;

/// The part of the desktop that bars leave free, in physical pixels, as the window manager says; none if it does not
/// say.
#[cfg(target_os = "linux")]
pub fn work_area() -> Option<IRect> {
    use x11rb::{
        connection::Connection,
        protocol::xproto::{AtomEnum, ConnectionExt},
    };

    /// The most numbers that are read of a property.
    const MOST: u32 = 256;
    let (connection, screen) = x11rb::connect(None).ok()?;
    let root = connection.setup().roots.get(screen)?.root;
    let numbers = |name: &[u8]| -> Option<Vec<u32>> {
        let atom = connection.intern_atom(true, name).ok()?.reply().ok()?.atom;
        let property = connection.get_property(false, root, atom, AtomEnum::CARDINAL, 0, MOST).ok()?.reply().ok()?;
        property.value32().map(Iterator::collect)
    };
    let desktop = numbers(b"_NET_CURRENT_DESKTOP").and_then(|numbers| numbers.first().copied());
    of_desktop(&numbers(b"_NET_WORKAREA")?, desktop.unwrap_or(0))
}

/// The part of the desktop that bars leave free: on this system it is not known.
#[cfg(not(target_os = "linux"))]
pub fn work_area() -> Option<IRect> {
    None
}

/// The area of a desktop, out of the areas of all, each as corner and size in physical pixels.
#[cfg(any(target_os = "linux", test))]
fn of_desktop(areas: &[u32], desktop: u32) -> Option<IRect> {
    let of = |n: usize| areas.chunks_exact(4).nth(n);
    let [x, y, width, height] = *of(desktop as usize).or_else(|| of(0))? else { return None };
    let [x, y, width, height] = [x, y, width, height].map(|number| number as i32);
    Some(IRect::new(x, y, x + width, y + height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_desktop_has_the_room_that_its_bars_leave() {
        let areas = [0, 30, 1600, 850, 60, 0, 1540, 900];
        assert_eq!(of_desktop(&areas, 0), Some(IRect::new(0, 30, 1600, 880)));
        assert_eq!(of_desktop(&areas, 1), Some(IRect::new(60, 0, 1600, 900)));
        assert_eq!(of_desktop(&areas, 7), Some(IRect::new(0, 30, 1600, 880)), "some say it once for all");
        assert_eq!(of_desktop(&[], 0), None);
    }
}
