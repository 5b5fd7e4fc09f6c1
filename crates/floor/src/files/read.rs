use std::{io, path::Path};

use super::disk::{self, Kind};

/// What a file is meant to be, and how large it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What it is meant to be ("a scenario").
    pub what: &'static str,
    /// The bytes of the largest that is read.
    pub bytes: u64,
}

/// Why a file of the user is not read. As text it goes on after the name of the file: "is a folder".
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    System(#[from] io::Error),
    #[error("is a folder; {0} is a file")]
    Folder(&'static str),
    /// It is a device, a pipe or a socket, which may have no end.
    #[error("is a device or a pipe; {0} is an ordinary file")]
    Special(&'static str),
    /// It is larger than any file of its kind.
    #[error("is larger than {what} can be, which has at most {most} bytes")]
    Large {
        /// What it is meant to be.
        what: &'static str,
        /// The bytes of the largest that is read.
        most: u64,
    },
    /// It is text with two bytes a letter.
    #[error("is UTF-16 text; save it as UTF-8")]
    Utf16,
    #[error("is not UTF-8 text: byte {byte} in line {line} is no character; save it as UTF-8")]
    NoText {
        /// The first byte that belongs to no character, from 1.
        byte: usize,
        /// Its line, from 1.
        line: usize,
    },
}

/// Reads a file of the user, which must be a regular file within the limit.
///
/// # Errors
/// [`Unreadable`]. A pipe is not waited for, and no more is read than the limit.
pub fn read_bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, Unreadable> {
    let large = || Unreadable::Large { what: limit.what, most: limit.bytes };
    // Only to open a pipe that nobody fills would wait for ever.
    let about = disk::about(path)?;
    match about.kind {
        Kind::File if about.bytes > limit.bytes => return Err(large()),
        Kind::File => {}
        Kind::Folder => return Err(Unreadable::Folder(limit.what)),
        Kind::Special => return Err(Unreadable::Special(limit.what)),
    }
    // Some files of the system say that they are empty and are not, so the limit holds while reading, too.
    let bytes = disk::read(path, limit.bytes + 1)?;
    if bytes.len() as u64 > limit.bytes {
        return Err(large());
    }
    Ok(bytes)
}

/// The mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// Reads a text file of the user within the limit, without the mark that may stand before the text.
///
/// # Errors
/// [`Unreadable`], also if it is not UTF-8.
pub fn read_text(path: &Path, limit: Limit) -> Result<String, Unreadable> {
    let bytes = read_bytes(path, limit)?;
    // Two bytes a letter begin with a mark of their own, or one of the first two is 0.
    if matches!(bytes.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..]) {
        return Err(Unreadable::Utf16);
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        Unreadable::NoText { byte: good + 1, line }
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SMALL: Limit = Limit { what: "a script", bytes: 16 };

    fn refusal(path: &Path) -> String {
        read_text(path, SMALL).expect_err("it is refused").to_string()
    }

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        fs::write(&file, "sixteen bytes it").unwrap();
        assert_eq!(read_text(&file, SMALL).unwrap(), "sixteen bytes it");
        fs::write(&file, "seventeen bytes !").unwrap();
        assert_eq!(refusal(&file), "is larger than a script can be, which has at most 16 bytes");
        fs::write(&file, b"one\ntwo\xff").unwrap();
        assert!(refusal(&file).contains("byte 8 in line 2"), "{}", refusal(&file));
        assert_eq!(refusal(folder.path()), "is a folder; a script is a file");
        assert!(refusal(&folder.path().join("none")).starts_with("cannot be read"));
    }

    #[test]
    fn a_mark_before_the_text_is_left_out_and_utf_16_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        fs::write(&file, "\u{feff}(a: 1)").unwrap();
        assert_eq!(read_text(&file, SMALL).unwrap(), "(a: 1)");
        let wide = |order: fn(u16) -> [u8; 2], text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        for bytes in [
            wide(u16::to_le_bytes, "\u{feff}(a: 1)"),
            wide(u16::to_be_bytes, "\u{feff}(a: 1)"),
            wide(u16::to_le_bytes, "(a: 1)"),
            wide(u16::to_be_bytes, "(a: 1)"),
        ] {
            fs::write(&file, bytes).unwrap();
            assert_eq!(refusal(&file), "is UTF-16 text; save it as UTF-8");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_and_endless_files_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let _turn = crate::files::disk::TURNS.lock();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(refusal(&pipe), "is a device or a pipe; a script is an ordinary file");
        assert!(refusal(Path::new("/dev/zero")).contains("device"));
        // What the system makes up while it is read says that it has no length.
        #[cfg(target_os = "linux")]
        assert!(refusal(Path::new("/proc/self/maps")).contains("larger"));
    }
}
