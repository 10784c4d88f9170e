//! The menu's name for a file of levels. The build script uses this file, too.

use std::path::Path;

/// The name shown to players: `1-first-steps.xsb` becomes "First steps". The number only
/// determines the order.
pub(crate) fn menu_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let words = stem.replace(['-', '_'], " ");
    let words = words.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}
