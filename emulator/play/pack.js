import { blankFlash } from './player.js';

/** The offset of a pack in flash. */
export const PACKS = 1024 * 1024;

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Flash that holds a pack and nothing else. */
export function flashWith(text, levels) {
  const bytes = new TextEncoder().encode(text);
  const head = new Uint8Array(8);
  const view = new DataView(head.buffer);
  view.setUint16(0, 1, true);
  view.setUint16(2, levels, true);
  view.setUint32(4, bytes.length, true);
  const flash = blankFlash();
  flash.set(new TextEncoder().encode('SOKP'), PACKS);
  flash.set(head, PACKS + 4);
  new DataView(flash.buffer).setUint32(PACKS + 12, crc32([...head, ...bytes]), true);
  flash.set(bytes, PACKS + 16);
  return flash;
}
