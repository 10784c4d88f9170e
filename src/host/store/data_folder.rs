//! Where progress is kept.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder of the file: `asked` if given, else `SOKOPICO_DATA`, else the user's data
/// directory. `None` if the system defines none.
pub fn data_folder(asked: Option<&Path>) -> Option<PathBuf> {
    asked
        .map(Path::to_path_buf)
        .or_else(|| folder_by(|name| env::var_os(name)))
}

fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| {
        variable(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(own) = path("SOKOPICO_DATA") {
        return Some(own);
    }
    let data = if cfg!(windows) {
        path("APPDATA")
    } else {
        // The XDG specification says to ignore relative paths.
        path("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(path("HOME")?.join(".local/share")))
    };
    Some(data?.join("sokopico"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_the_players_choice_then_the_systems() {
        let folder = |set: &[(&str, &str)]| {
            folder_by(|name| {
                let (_, value) = set.iter().find(|(key, _)| *key == name)?;
                Some(OsString::from(value))
            })
        };
        let (own, home) = (("SOKOPICO_DATA", "/own"), ("HOME", "/home/me"));
        assert_eq!(folder(&[own, home]), Some("/own".into()));
        assert_eq!(folder(&[]), None);
        if cfg!(windows) {
            let data = folder(&[("APPDATA", r"C:\data")]);
            assert_eq!(data, Some(r"C:\data\sokopico".into()));
        } else {
            let local = Some("/home/me/.local/share/sokopico".into());
            assert_eq!(folder(&[home]), local);
            assert_eq!(folder(&[home, ("XDG_DATA_HOME", "")]), local);
            assert_eq!(folder(&[home, ("XDG_DATA_HOME", "here")]), local);
            let data = folder(&[home, ("XDG_DATA_HOME", "/data")]);
            assert_eq!(data, Some("/data/sokopico".into()));
        }
        assert_eq!(data_folder(Some(Path::new("x"))), Some("x".into()));
    }
}
