//! What one question looks up in a battle again and again.
//!
//! A question that costs much asks for the same parts of the same pieces hundreds of times. With a [`Glance`] each is
//! found by its type once, and after that by its place. A glance borrows the battle, so nothing changes while it lasts.

use std::{
    any::{Any, TypeId},
    cell::{Cell, OnceCell},
};

/// This many kinds of parts of pieces, and of units, are kept; any further kind is looked up each time.
const KINDS: usize = 8;

/// This many resources are kept; any further one is looked up each time.
const RESOURCES: usize = 20;

/// Something that was found.
type Found<'g> = Cell<Option<&'g dyn Any>>;

/// What was found of one kind of part, by id.
struct Column<'g> {
    kind: TypeId,
    parts: Box<[Found<'g>]>,
}

/// What was found of several kinds of parts.
#[derive(Default)]
struct Columns<'g>([OnceCell<Column<'g>>; KINDS]);

impl<'g> Columns<'g> {
    fn part<C: 'static>(&self, n: usize, count: usize, find: impl FnOnce() -> Option<&'g C>) -> Option<&'g C> {
        let kind = TypeId::of::<C>();
        let fresh = || Column { kind, parts: vec![Cell::new(None); count].into() };
        let column = self.0.iter().map(|column| column.get_or_init(fresh)).find(|column| column.kind == kind);
        let Some(part) = column.and_then(|column| column.parts.get(n)) else { return find() };
        if let Some(known) = part.get() {
            return known.downcast_ref();
        }
        let found = find()?;
        part.set(Some(found));
        Some(found)
    }
}

/// What one question has found of a battle; give it to the view through which the question is answered
/// ([`BattleView::with`](super::BattleView::with)).
#[derive(Default)]
pub struct Glance<'g> {
    pieces: Columns<'g>,
    units: Columns<'g>,
    resources: [Cell<Option<(TypeId, &'g dyn Any)>>; RESOURCES],
}

impl<'g> Glance<'g> {
    /// A part of the piece with a number, one of this many.
    pub(super) fn piece<C: 'static>(
        &self,
        n: usize,
        count: usize,
        find: impl FnOnce() -> Option<&'g C>,
    ) -> Option<&'g C> {
        self.pieces.part(n, count, find)
    }

    /// A part of the unit with a number, one of this many.
    pub(super) fn unit<C: 'static>(
        &self,
        n: usize,
        count: usize,
        find: impl FnOnce() -> Option<&'g C>,
    ) -> Option<&'g C> {
        self.units.part(n, count, find)
    }

    pub(super) fn resource<R: 'static>(&self, find: impl FnOnce() -> Option<&'g R>) -> Option<&'g R> {
        let kind = TypeId::of::<R>();
        for place in &self.resources {
            match place.get() {
                Some((known, resource)) if known == kind => return resource.downcast_ref(),
                Some(_) => {}
                None => {
                    let found = find()?;
                    place.set(Some((kind, found)));
                    return Some(found);
                }
            }
        }
        find()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_found_once_by_its_kind_and_id() {
        let (numbers, words) = ([1_u8, 2], ["one", "two"]);
        let finds = Cell::new(0);
        let glance = Glance::default();
        let number = |n: usize| {
            glance.piece(n, 2, || {
                finds.set(finds.get() + 1);
                numbers.get(n)
            })
        };
        assert_eq!((number(0), number(1), number(0), number(1)), (Some(&1), Some(&2), Some(&1), Some(&2)));
        assert_eq!(finds.get(), 2);
        assert_eq!(glance.piece(0, 2, || words.first()), Some(&"one"), "of another kind");
        assert_eq!(glance.unit(0, 1, || numbers.last()), Some(&2), "units are no pieces");
        assert_eq!(glance.piece(2, 2, || None::<&u8>), None, "one who came later is looked up each time");
    }

    #[test]
    fn a_resource_that_is_missing_is_looked_for_again() {
        let (number, glance) = (3_u8, Glance::default());
        assert_eq!(glance.resource(|| None::<&u8>), None);
        assert_eq!(glance.resource(|| Some(&number)), Some(&3));
        assert_eq!(glance.resource(|| None::<&u8>), Some(&3));
    }

    #[test]
    fn more_kinds_than_are_kept_are_found_all_the_same() {
        let glance = Glance::default();
        macro_rules! find {
            ($($value:expr),*) => { $(
                let value = $value;
                assert_eq!(glance.piece(0, 1, || Some(&value)), Some(&value));
                let resource = glance.resource(|| Some(&value)).copied();
                assert_eq!(resource, Some(value));
            )* };
        }
        let kept = (1_u8, 2_u16, 3_u32, 4_u64, 5_i8, 6_i16, 7_i32, 8_i64);
        let further = ('a', true, (1_u8, 2_u8), [0_u8; 3]);
        find!(
            kept.0, kept.1, kept.2, kept.3, kept.4, kept.5, kept.6, kept.7, further.0, further.1, further.2, further.3
        );
    }
}
