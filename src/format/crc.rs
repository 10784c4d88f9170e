//! CRC-32 as in zip and PNG, written here because it is shorter than naming a crate.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = value >> 1 ^ if value & 1 == 1 { 0xEDB8_8320 } else { 0 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

/// The checksum of `bytes`. `before` is the checksum of the bytes before them, or 0, so
/// that data can be summed in parts.
pub fn crc32(before: u32, bytes: &[u8]) -> u32 {
    let next = |crc: u32, byte: u8| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)];
    // Four at a time: on the Pico, the loop costs as much as its body.
    let (fours, rest) = bytes.as_chunks::<4>();
    let crc = fours.iter().fold(!before, |crc, &[a, b, c, d]| {
        next(next(next(next(crc, a), b), c), d)
    });
    !rest.iter().fold(crc, |crc, &byte| next(crc, byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_is_that_of_the_standard() {
        assert_eq!(crc32(0, b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xCBF4_3926);
        assert_eq!(crc32(0, b""), 0);
    }
}
