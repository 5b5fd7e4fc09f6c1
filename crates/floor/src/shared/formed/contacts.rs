//! Bodies in contact: what they share of their edges, and which are linked with each other.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    block::{Face, edge},
    walk::Body,
};
use crate::table::footprint::Outline;

/// Outlines that are no farther apart than this lie against each other, in inches.
const AGAINST: f32 = 0.05;

/// Two bodies in contact: each with the face on which it is struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact<Who> {
    /// The one that came.
    pub attacker: Who,
    /// The one that was there.
    pub defender: Who,
    /// The face of the attacker that touches.
    pub attacker_face: Face,
    /// The face of the defender that touches.
    pub defender_face: Face,
}

impl<Who: Copy + PartialEq> Contact<Who> {
    /// The other body, if this is one of the two.
    pub fn other(&self, who: Who) -> Option<Who> {
        if self.attacker == who {
            Some(self.defender)
        } else if self.defender == who {
            Some(self.attacker)
        } else {
            None
        }
    }

    /// The face on which a body of the two is struck.
    pub fn face_of(&self, who: Who) -> Face {
        if self.attacker == who { self.attacker_face } else { self.defender_face }
    }
}

/// How many bodies are in contact with a face of one.
pub fn on_face<Who: Copy + PartialEq>(contacts: &[Contact<Who>], who: Who, face: Face) -> usize {
    contacts.iter().filter(|contact| contact.other(who).is_some() && contact.face_of(who) == face).count()
}

/// All bodies that are linked by contact with one, itself among them, in order.
pub fn linked<Who: Copy + Ord>(contacts: &[Contact<Who>], who: Who) -> Vec<Who> {
    let mut group = vec![who];
    let mut at = 0;
    while at < group.len() {
        for other in contacts.iter().filter_map(|contact| contact.other(group[at])).collect::<Vec<Who>>() {
            if !group.contains(&other) {
                group.push(other);
            }
        }
        at += 1;
    }
    group.sort_unstable();
    group
}

/// How far two bodies lie against each other, in inches along the faces of both: a corner that touches a face at an angle
/// shares hardly anything of it.
pub fn shared<A: Body, B: Body>(body: &A, other: &B) -> f32 {
    body.outlines().flat_map(|own| other.outlines().map(move |theirs| shared_by(&own, &theirs))).sum()
}

fn shared_by(block: &Outline, other: &Outline) -> f32 {
    along_faces(block, other).min(along_faces(other, block))
}

/// The most of a face of a block along which another lies against it, in inches.
fn along_faces(block: &Outline, other: &Outline) -> f32 {
    let along_face = |face: Face| span(block, face, other).map_or(0.0, |(from, to)| to - from);
    Face::ALL.into_iter().map(along_face).fold(0.0, f32::max)
}

/// The stretch of a face of a block along which another lies against it: from where to where, in inches from the left
/// end of the face, as one sees it who looks outward; none if the other does not lie against it.
pub fn span(block: &Outline, face: Face, other: &Outline) -> Option<(f32, f32)> {
    if block.gap(other) > AGAINST {
        return None;
    }
    let (left, right) = edge(block, face);
    if other.gap_to_segment(left, right) > AGAINST {
        return None;
    }
    let along = (right - left).normalize_or_zero();
    let (share, off) = (|at: Vec2| (at - left).dot(along), |at: Vec2| (at - left).dot(along.perp()));
    let corners = other.corners();
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    for (n, a) in corners.iter().copied().enumerate() {
        let b = corners[(n + 1) % corners.len()];
        // Of each side only the part counts that lies against the face.
        let bounds = [(a, b), (b, a)].map(|(from, to)| match off(from) <= AGAINST {
            true => Some(from),
            false if off(to) <= AGAINST => Some(from.lerp(to, (off(from) - AGAINST) / (off(from) - off(to)))),
            false => None,
        });
        for at in bounds.into_iter().flatten() {
            (least, most) = (least.min(share(at)), most.max(share(at)));
        }
    }
    let (least, most) = (least.max(0.0), most.min(left.distance(right)));
    (most > least).then_some((least, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        shared::formed::{
            block::by_front,
            frames::{bent, square, twelve},
        },
        table::position::Heading,
    };

    fn line(x: f32, y: f32) -> Outline {
        by_front(Vec2::new(x, y), Heading(270.0), 4.0, 1.0)
    }

    #[test]
    fn blocks_share_what_lies_before_both() {
        let one = by_front(Vec2::new(10.0, 10.0), Heading(90.0), 8.0, 2.0);
        let beside = by_front(Vec2::new(12.0, 10.0), Heading(270.0), 8.0, 2.0);
        assert!((shared(&one, &beside) - 6.0).abs() < 1e-3);
    }

    #[test]
    fn a_corner_that_touches_a_face_at_an_angle_shares_nothing_of_it() {
        let one = by_front(Vec2::new(10.0, 10.0), Heading(90.0), 8.0, 2.0);
        // Its left front corner lies in the middle of the face, from which it is turned away by ten degrees.
        let facing = Heading(260.0);
        let other = by_front(Vec2::new(10.0, 10.0) + facing.right() * 2.0, facing, 4.0, 3.0);
        for shared in [shared(&one, &other), shared(&other, &one)] {
            assert!(shared < 0.5, "{shared}");
        }
    }

    #[test]
    fn a_frame_of_twelve_stands_lies_against_a_line_with_all_stands_before_it() {
        // Its front rank lies from 17 to 23 at 20.75; the line from 16 to 20 covers three stands.
        assert!((shared(&twelve(), &line(18.0, 20.75)) - 3.0).abs() < 1e-3);
        assert!((shared(&twelve(), &line(20.0, 20.75)) - 4.0).abs() < 1e-3);
        assert_eq!(shared(&twelve(), &line(20.0, 21.0)), 0.0);
    }

    #[test]
    fn a_face_is_measured_from_its_left_end() {
        let block = by_front(Vec2::new(10.0, 10.0), Heading(90.0), 6.0, 2.0);
        let before = by_front(Vec2::new(8.0, 10.0), Heading(270.0), 2.0, 1.0);
        let near = |found: Option<(f32, f32)>, from: f32, to: f32| {
            let (least, most) = found.expect("they touch");
            assert!((least - from).abs() < 1e-3 && (most - to).abs() < 1e-3, "{least} {most}");
        };
        near(span(&block, Face::Front, &before), 0.0, 2.0);
        assert_eq!(span(&block, Face::Rear, &before), None);
        // The right flank begins at the front.
        let beside = by_front(Vec2::new(13.0, 9.5), Heading(180.0), 1.0, 1.0);
        near(span(&block, Face::Right, &beside), 0.0, 1.0);
        // The left flank begins at the rear.
        let beside = by_front(Vec2::new(7.0, 9.5), Heading(0.0), 1.0, 1.0);
        near(span(&block, Face::Left, &beside), 1.0, 2.0);
        let behind = by_front(Vec2::new(8.0, 8.0), Heading(90.0), 2.0, 1.0);
        near(span(&block, Face::Rear, &behind), 4.0, 6.0);
    }

    #[test]
    fn nobody_within_a_hollow_square_is_in_contact_before_he_comes_to_a_side() {
        let inside = by_front(Vec2::new(20.0, 20.5), Heading(90.0), 1.0, 1.0);
        assert_eq!(shared(&square(), &inside), 0.0);
        let before = by_front(Vec2::new(20.0, 22.375), Heading(270.0), 4.0, 1.0);
        assert!((shared(&square(), &before) - 1.0).abs() < 1e-3, "the stand of its front");
    }

    #[test]
    fn a_bent_flank_is_struck_by_what_passes_the_line() {
        // The stand that is bent back faces east at x 22 from y 18.6 to 19.6.
        let flanking = by_front(Vec2::new(22.375, 19.1), Heading(180.0), 4.0, 1.0);
        assert!((shared(&bent(), &flanking) - 1.0).abs() < 1e-3, "{}", shared(&bent(), &flanking));
    }

    #[test]
    fn bodies_are_linked_through_others() {
        let contact = |attacker: u8, defender: u8, face| Contact {
            attacker,
            defender,
            attacker_face: Face::Front,
            defender_face: face,
        };
        let contacts = [contact(5, 2, Face::Front), contact(1, 2, Face::Left), contact(8, 9, Face::Front)];
        assert_eq!(linked(&contacts, 1), [1, 2, 5]);
        assert_eq!(linked(&contacts, 9), [8, 9]);
        assert_eq!(linked(&contacts, 7), [7]);
        assert_eq!((on_face(&contacts, 2, Face::Left), on_face(&contacts, 2, Face::Rear)), (1, 0));
        assert_eq!(contacts[1].other(2), Some(1));
    }
}
