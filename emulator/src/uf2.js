/** Bytes of a block, and of the page that it carries. */
const BLOCK = 512;
const PAGE = 256;
const SECTOR = 4096;

const MAGICS = [[0, 0x0a324655], [4, 0x9e5d5157], [508, 0x0ab16f30]];
const HAS_FAMILY = 0x2000;
const NOT_FOR_FLASH = 0x0001;
const RP2040 = 0xe48bff56;
const FLASH = 0x10000000;

/**
 * Writes a UF2 file to flash as the ROM does when the file is copied to its drive, and returns whether it is complete,
 * which is when the ROM restarts.
 *
 * The ROM erases a sector at the first block of each sixteen numbers, whatever their addresses are: a file whose
 * numbers do not follow its addresses leaves a mixture of old and new bytes.
 */
export function writeUf2(file, flash) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const erased = new Set();
  const written = new Set();
  let count = 0;
  for (let at = 0; at + BLOCK <= file.length; at += BLOCK) {
    const word = (offset) => view.getUint32(at + offset, true);
    const [flags, address, length, number, blocks, family] = [8, 12, 16, 20, 24, 28].map(word);
    const isOurs = MAGICS.every(([offset, magic]) => word(offset) === magic) && flags & HAS_FAMILY &&
      !(flags & NOT_FOR_FLASH) && family === RP2040 && length === PAGE;
    if (!isOurs || written.has(number)) continue;
    const offset = address - FLASH;
    const group = Math.floor((number * PAGE) / SECTOR);
    if (!erased.has(group)) {
      const sector = offset - (offset % SECTOR);
      flash.fill(0xff, sector, sector + SECTOR);
      erased.add(group);
    }
    for (let i = 0; i < PAGE; i++) flash[offset + i] &= file[at + 32 + i];
    written.add(number);
    count = blocks;
  }
  return count > 0 && written.size === count;
}
