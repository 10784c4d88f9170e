/**
 * What the boot ROM does at every start, after power-on and after a reset alike, before the firmware's first
 * instruction.
 */
const FLASH = 0x10000000;
const BOOT2_BYTES = 256;
const VECTORS = 0x10000100;
/** The ROM's stack begins below the second stage of booting, and takes less than this. */
const ROM_BYTES = 768;
/** What the ROM leaves in its part of RAM, for bytes that were something else, and for those that were not. */
const [REMAINS, OTHER_REMAINS] = [0x5b, 0xb5];

/** Returns whether the chip starts: without a valid second stage in flash, the ROM offers its drive instead. */
export function boot(chip) {
  const { core, flash, flashView, sram } = chip;
  const stack = sram.subarray(sram.length - ROM_BYTES, sram.length - BOOT2_BYTES);
  stack.forEach((byte, index) => { stack[index] = byte === REMAINS ? OTHER_REMAINS : REMAINS; });
  sram.set(flash.subarray(0, BOOT2_BYTES), sram.length - BOOT2_BYTES);
  if (crc32(flash.subarray(0, BOOT2_BYTES - 4)) !== flashView.getUint32(BOOT2_BYTES - 4, true)) return false;
  core.VTOR = VECTORS;
  core.SP = flashView.getUint32(VECTORS - FLASH, true);
  core.PC = flashView.getUint32(VECTORS - FLASH + 4, true) & ~1;
  return true;
}

/** The checksum of the second stage: the polynomial of CRC-32, but with the highest bit first, and not inverted. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc >>> 0;
}
