// Level codes: what is read as a code is written as the same one.

use sokopico::make::{Code, Grade, Recipe};
use sokopico::puzzle::Mode;

pub(crate) fn check(bytes: &[u8]) {
    // Also as symbols, because few bytes are.
    let symbols: String = bytes
        .iter()
        .map(|&byte| char::from(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[usize::from(byte) % 32]))
        .collect();
    for text in [&*String::from_utf8_lossy(bytes), &symbols] {
        match text.parse::<Code>() {
            Ok(code) => {
                let recipe = code.recipe();
                let sides = Recipe::MIN_SIDE..=Recipe::MAX_SIDE;
                assert!(sides.contains(&recipe.width()) && sides.contains(&recipe.height()));
                assert!((1..=Recipe::MAX_BOXES).contains(&recipe.boxes()));
                assert_eq!(code.to_string().parse(), Ok(code));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let codes = Grade::all().flat_map(|grade| {
        let recipes = [Mode::Classic, Mode::Pairs].map(|mode| Recipe::usual(mode, grade, 7));
        recipes.map(|recipe| Code::new(recipe).to_string().into_bytes())
    });
    codes.collect()
}
