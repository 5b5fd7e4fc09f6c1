//! Dashes of lines and hatching of outlines.

use bevy::math::Vec2;

/// The dashes of a line: `on` inches long, `off` inches apart.
pub fn dashes(corners: &[Vec2], closed: bool, on: f32, off: f32) -> Vec<Vec<Vec2>> {
    let mut line = corners.to_vec();
    if closed && let Some(first) = corners.first() {
        line.push(*first);
    }
    let period = on + off;
    let mut result: Vec<Vec<Vec2>> = Vec::new();
    if period <= 0.0 {
        return vec![line];
    }
    let mut gone: f32 = 0.0;
    let mut drawing = false;
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length <= f32::EPSILON {
            continue;
        }
        let mut at = 0.0;
        while at < length {
            let phase = (gone + at) % period;
            let inside = phase < on;
            let until = at + if inside { on - phase } else { period - phase }.max(period * 1e-3);
            let end = until.min(length);
            if inside {
                let start = a + (b - a) * (at / length);
                match result.last_mut() {
                    Some(dash) if drawing => dash.push(a + (b - a) * (end / length)),
                    _ => result.push(vec![start, a + (b - a) * (end / length)]),
                }
            }
            drawing = inside && until > length;
            at = end;
        }
        gone += length;
    }
    result
}

/// Parallel strokes at 45 degrees over a polygon, `apart` inches apart.
pub fn hatch(corners: &[Vec2], apart: f32) -> Vec<[Vec2; 2]> {
    let direction = Vec2::new(1.0, 1.0).normalize();
    let across = Vec2::new(-direction.y, direction.x);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for corner in corners {
        low = low.min(corner.dot(across));
        high = high.max(corner.dot(across));
    }
    let mut strokes = Vec::new();
    if !low.is_finite() || apart <= 0.0 {
        return strokes;
    }
    let mut level = (low / apart).ceil() * apart;
    while level < high {
        let mut cuts: Vec<f32> = Vec::new();
        for (n, a) in corners.iter().enumerate() {
            let b = corners[(n + 1) % corners.len()];
            let (da, db) = (a.dot(across) - level, b.dot(across) - level);
            if (da < 0.0) != (db < 0.0) {
                let share = da / (da - db);
                cuts.push((*a + (b - *a) * share).dot(direction));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.chunks_exact(2) {
            strokes.push([direction * pair[0] + across * level, direction * pair[1] + across * level]);
        }
        level += apart;
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners() {
        let line = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 3.0)];
        let drawn = dashes(&line, false, 2.0, 0.5);
        assert_eq!(drawn[0], vec![Vec2::ZERO, Vec2::new(2.0, 0.0)]);
        assert_eq!(drawn[1], vec![Vec2::new(2.5, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.5)]);
    }

    #[test]
    fn hatching_stays_inside_its_polygon() {
        let square = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];
        let strokes = hatch(&square, 0.5);
        assert!(strokes.len() > 8);
        for end in strokes.iter().flatten() {
            assert!(end.x > -0.01 && end.x < 4.01 && end.y > -0.01 && end.y < 4.01, "{end}");
        }
    }
}
