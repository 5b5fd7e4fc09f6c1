//! How the shape of a type is learnt from the way it is read.
//!
//! A type is read from [`Tracer`]s, which give a sample of whatever is asked for and write down what that was. Of an
//! enum one variant is read at a time, so a type is read again until no variant is new.

use serde::{
    Deserialize,
    de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor, value},
};
use std::collections::{BTreeMap, BTreeSet};

use super::shape::{IdKind, StateShape};

/// Enums and their variants that are read at most; more than any state has.
const MOST_PASSES: usize = 500;
/// Values lie at most this deep in each other.
const DEEPEST: usize = 24;

impl StateShape {
    /// The shape of a type.
    pub fn of<T: for<'de> Deserialize<'de>>() -> Self {
        let mut known = Variants::default();
        let mut shape = Self::Anything;
        for _ in 0..MOST_PASSES {
            known.news = false;
            known.reading.clear();
            let mut found = Self::Anything;
            let read = T::deserialize(Tracer { found: &mut found, known: &mut known, depth: 0 });
            if read.is_err() && !known.news {
                break;
            }
            shape = found;
            if !known.news {
                break;
            }
        }
        known.whole(shape, 0)
    }
}

/// An enum by its name and its words.
type Enum = (&'static str, &'static [&'static str]);

/// The variants that were read so far.
#[derive(Default)]
struct Variants {
    read: BTreeMap<Enum, BTreeMap<usize, StateShape>>,
    /// The enums that lie in each variant.
    within: BTreeMap<(Enum, usize), BTreeSet<Enum>>,
    /// Those that are being read now, the outermost first.
    reading: Vec<(Enum, usize)>,
    /// Whether this pass read a variant that none before it read.
    news: bool,
}

impl Variants {
    /// Whether variants of an enum, or of one that lies in it, were not read yet.
    fn has_unread(&self, of: Enum, seen: &mut BTreeSet<Enum>) -> bool {
        if !seen.insert(of) {
            return false;
        }
        self.read.get(&of).is_none_or(|read| read.len() < of.1.len())
            || (0..of.1.len()).any(|n| self.leads_on(of, n, seen))
    }

    fn leads_on(&self, of: Enum, number: usize, seen: &mut BTreeSet<Enum>) -> bool {
        self.within.get(&(of, number)).is_some_and(|inner| inner.iter().any(|inner| self.has_unread(*inner, seen)))
    }

    /// The variant to read next: one that was not read yet, or in which one lies that was not.
    fn next(&mut self, of: Enum) -> usize {
        let read = self.read.entry(of).or_default().clone();
        let busy = |n: &usize| self.reading.iter().any(|(known, number)| *known == of && number == n);
        let new = (0..of.1.len()).find(|n| !read.contains_key(n) && !busy(n));
        let new =
            new.or_else(|| (0..of.1.len()).find(|n| !busy(n) && self.leads_on(of, *n, &mut BTreeSet::from([of]))));
        let next = new.or_else(|| (0..of.1.len()).find(|n| !busy(n))).unwrap_or_default();
        self.news |= new.is_some();
        next
    }

    /// A shape with the variants of all enums in it.
    fn whole(&self, shape: StateShape, depth: usize) -> StateShape {
        if depth > DEEPEST {
            return StateShape::Anything;
        }
        let whole = |shape: StateShape| self.whole(shape, depth + 1);
        let named = |fields: Vec<(&'static str, StateShape)>| {
            fields.into_iter().map(|(name, shape)| (name, self.whole(shape, depth + 1))).collect::<Vec<_>>()
        };
        match shape {
            StateShape::Maybe(inner) => StateShape::Maybe(Box::new(whole(*inner))),
            StateShape::List(inner) => StateShape::List(Box::new(whole(*inner))),
            StateShape::Tuple(items) => StateShape::Tuple(items.into_iter().map(whole).collect()),
            StateShape::Map(key, value) => StateShape::Map(Box::new(whole(*key)), Box::new(whole(*value))),
            StateShape::Record(fields) => StateShape::Record(named(fields)),
            StateShape::OneOf(words) => {
                let of = |(of, _): &(&Enum, &BTreeMap<usize, StateShape>)| {
                    of.1.iter().eq(words.iter().map(|(word, _)| word))
                };
                match self.read.iter().find(of) {
                    Some((_, read)) => StateShape::OneOf(named(
                        words
                            .into_iter()
                            .enumerate()
                            .map(|(n, (word, _))| (word, read.get(&n).cloned().unwrap_or_default()))
                            .collect(),
                    )),
                    None => StateShape::OneOf(words),
                }
            }
            shape => shape,
        }
    }
}

/// Gives a sample of what is asked for, and writes down what that was.
struct Tracer<'t> {
    found: &'t mut StateShape,
    known: &'t mut Variants,
    depth: usize,
}

impl<'t> Tracer<'t> {
    fn inner<'s>(&'s mut self, found: &'s mut StateShape) -> Tracer<'s> {
        Tracer { found, known: self.known, depth: self.depth + 1 }
    }
}

macro_rules! sample {
    ($($method:ident => $visit:ident($($sample:expr)?), $shape:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            *self.found = $shape;
            visitor.$visit($($sample)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Tracer<'_> {
    type Error = value::Error;

    sample! {
        deserialize_any => visit_bool(false), StateShape::Anything;
        deserialize_ignored_any => visit_bool(false), StateShape::Anything;
        deserialize_bool => visit_bool(false), StateShape::Flag;
        deserialize_i8 => visit_i8(0), StateShape::Whole(i8::MIN.into(), i8::MAX as u64);
        deserialize_i16 => visit_i16(0), StateShape::Whole(i16::MIN.into(), i16::MAX as u64);
        deserialize_i32 => visit_i32(0), StateShape::Whole(i32::MIN.into(), i32::MAX as u64);
        deserialize_i64 => visit_i64(0), StateShape::Whole(i64::MIN, i64::MAX as u64);
        deserialize_u8 => visit_u8(0), StateShape::Whole(0, u8::MAX.into());
        deserialize_u16 => visit_u16(0), StateShape::Whole(0, u16::MAX.into());
        deserialize_u32 => visit_u32(0), StateShape::Whole(0, u32::MAX.into());
        deserialize_u64 => visit_u64(0), StateShape::Whole(0, u64::MAX);
        deserialize_u128 => visit_u128(0), StateShape::Whole(0, u64::MAX);
        deserialize_f32 => visit_f32(0.0), StateShape::Number;
        deserialize_f64 => visit_f64(0.0), StateShape::Number;
        deserialize_char => visit_char('a'), StateShape::Text;
        deserialize_str => visit_str("a"), StateShape::Text;
        deserialize_string => visit_str("a"), StateShape::Text;
        deserialize_identifier => visit_str("a"), StateShape::Text;
        deserialize_bytes => visit_bytes(&[]), StateShape::Anything;
        deserialize_byte_buf => visit_bytes(&[]), StateShape::Anything;
        deserialize_unit => visit_unit(), StateShape::Nothing;
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Self::Error> {
        let mut shape = StateShape::Anything;
        let value = visitor.visit_some(self.inner(&mut shape));
        *self.found = StateShape::Maybe(Box::new(shape));
        value
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        let mut shape = StateShape::Anything;
        let value = visitor.visit_newtype_struct(self.inner(&mut shape));
        *self.found = IdKind::named(name).map_or(shape, StateShape::Id);
        value
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.depth > DEEPEST {
            return Err(Error::custom("too deep"));
        }
        let mut shapes = Vec::new();
        let value = visitor.visit_seq(Fields { tracer: &mut self, names: None, left: 1, shapes: &mut shapes });
        *self.found = StateShape::List(Box::new(shapes.pop().map_or(StateShape::Anything, |(_, shape)| shape)));
        value
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value, Self::Error> {
        let mut shapes = Vec::new();
        let value = visitor.visit_seq(Fields { tracer: &mut self, names: None, left: len, shapes: &mut shapes });
        *self.found = StateShape::Tuple(shapes.into_iter().map(|(_, shape)| shape).collect());
        value
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Self::Error> {
        let (mut key, mut value) = (StateShape::Anything, StateShape::Anything);
        let read = visitor.visit_map(Pair { tracer: &mut self, key: &mut key, value: &mut value, left: 1 });
        *self.found = StateShape::Map(Box::new(key), Box::new(value));
        read
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if self.depth > DEEPEST {
            return Err(Error::custom("too deep"));
        }
        let mut shapes = Vec::new();
        let left = fields.len();
        let value = visitor.visit_map(Fields { tracer: &mut self, names: Some(fields), left, shapes: &mut shapes });
        *self.found = StateShape::Record(shapes);
        value
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.found = StateShape::OneOf(variants.iter().map(|word| (*word, StateShape::Anything)).collect());
        let of = (name, variants);
        let number = self.known.next(of);
        for outer in self.known.reading.clone() {
            self.known.within.entry(outer).or_default().insert(of);
        }
        self.known.reading.push((of, number));
        let mut shape = StateShape::Nothing;
        let tracer = Tracer { found: &mut shape, known: self.known, depth: self.depth + 1 };
        let value = visitor.visit_enum(OneVariant { word: variants[number], tracer });
        self.known.reading.pop();
        self.known.read.entry(of).or_default().insert(number, shape);
        value
    }
}

/// The fields of a record, or the values of a list, one after the other.
struct Fields<'f, 't> {
    tracer: &'f mut Tracer<'t>,
    names: Option<&'static [&'static str]>,
    left: usize,
    shapes: &'f mut Vec<(&'static str, StateShape)>,
}

impl Fields<'_, '_> {
    fn value<'de, S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, value::Error> {
        let name = self.names.map_or("", |names| names[names.len() - self.left]);
        self.left -= 1;
        let mut shape = StateShape::Anything;
        let value = seed.deserialize(self.tracer.inner(&mut shape));
        self.shapes.push((name, shape));
        value
    }
}

impl<'de> SeqAccess<'de> for Fields<'_, '_> {
    type Error = value::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error> {
        if self.left == 0 { Ok(None) } else { self.value(seed).map(Some) }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = value::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error> {
        let Some(names) = self.names.filter(|_| self.left > 0) else { return Ok(None) };
        seed.deserialize(value::StrDeserializer::new(names[names.len() - self.left])).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        self.value(seed)
    }
}

/// One entry of a map.
struct Pair<'f, 't> {
    tracer: &'f mut Tracer<'t>,
    key: &'f mut StateShape,
    value: &'f mut StateShape,
    left: usize,
}

impl<'de> MapAccess<'de> for Pair<'_, '_> {
    type Error = value::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.tracer.inner(self.key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        seed.deserialize(self.tracer.inner(self.value))
    }
}

/// The variant of an enum that is read now.
struct OneVariant<'t> {
    word: &'static str,
    tracer: Tracer<'t>,
}

impl<'de, 't> EnumAccess<'de> for OneVariant<'t> {
    type Error = value::Error;
    type Variant = Tracer<'t>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), Self::Error> {
        Ok((seed.deserialize(value::StrDeserializer::new(self.word))?, self.tracer))
    }
}

impl<'de> VariantAccess<'de> for Tracer<'_> {
    type Error = value::Error;

    fn unit_variant(self) -> Result<(), Self::Error> {
        *self.found = StateShape::Nothing;
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Self::Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
