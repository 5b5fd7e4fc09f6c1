use std::{
    io,
    path::{Path, PathBuf},
};

use super::disk;

/// Writes a whole file of the user as [`disk::replace`] does. A link stays one: what it leads to is written.
///
/// # Errors
/// What the system says; what was there is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    disk::replace(&disk::real(path).unwrap_or_else(|_| path.to_owned()), bytes)
}

/// Under what name a file is kept as it was before a change: its own with a `~`.
pub fn kept_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    name.into()
}

/// Writes a whole file of the user as [`write_whole`] does, and keeps what was there beside it, its name with a `~`.
///
/// # Errors
/// As [`write_whole`]; nothing is written if what was there cannot be kept.
pub fn write_over(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(&kept_beside(path), &disk::read(path, u64::MAX)?)?;
    write_whole(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_written_as_a_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.svg");
        for text in ["one", "another"] {
            write_whole(&file, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(write_whole(folder.path(), b"a folder is no file").is_err());
        assert!(write_whole(&folder.path().join("none/a.svg"), b"there is no such folder").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_written_over_is_kept_beside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        fs::write(&file, "old").unwrap();
        write_over(&file, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_to_string(folder.path().join("a.ron~")).unwrap(), "old");
        assert!(write_over(&folder.path().join("none.ron"), b"nothing to keep").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_full_device_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.svg"), folder.path().join("b.svg"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        #[cfg(target_os = "linux")]
        assert!(write_whole(Path::new("/dev/full"), b"new").is_err());
    }
}
