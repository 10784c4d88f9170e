import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECTOR } from '../src/index.js';
import { blankFlash } from './player.js';

/** Offsets in flash: of the inbox, in which a pack arrives, of the library behind it, and of its end. */
export const INBOX = 1024 * 1024;
export const LIBRARY = INBOX + 256 * 1024;
export const LIBRARY_END = 2 * 1024 * 1024 - 256 * 1024;

const HEADER_BYTES = 44;

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, '../..');

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A pack as bytes. */
export function pack(name, text, levels = 1) {
  const body = new TextEncoder().encode(text);
  const bytes = new Uint8Array(HEADER_BYTES + body.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('SOKP'));
  view.setUint16(4, 2, true);
  view.setUint16(6, levels, true);
  view.setUint32(8, body.length, true);
  view.setUint32(12, crc32(body), true);
  bytes.set(new TextEncoder().encode(name), 16);
  view.setUint32(40, crc32(bytes.subarray(4, 40)), true);
  bytes.set(body, HEADER_BYTES);
  return bytes;
}

/** The file for the boot drive that `sokopico pack` makes of a file in `levels`. */
export function packedFile(levels, ...options) {
  const out = path.join(HERE, '../out');
  const file = path.join(out, `${levels}.uf2`);
  fs.mkdirSync(out, { recursive: true });
  const args = ['run', '--release', '--quiet', '--', 'pack', `levels/${levels}`, '-o', file, ...options];
  execFileSync('cargo', args, { cwd: ROOT });
  return fs.readFileSync(file);
}

/** A pack of one level that is as long as this many sectors: most of its text is a comment. */
export function packOfSectors(name, sectors) {
  const level = `#####\n#@$.#\n#####\nTitle: Of ${name}\n\n`;
  const rest = sectors * SECTOR - HEADER_BYTES - level.length;
  return pack(name, level + ';'.padEnd(rest - 1, '-') + '\n');
}

/** Flash with packs side by side in its library, and one in its inbox if there is any. */
export function flashWithPacks(packs, inbox = null) {
  const flash = blankFlash();
  let at = LIBRARY;
  for (const bytes of packs) {
    flash.set(bytes, at);
    at += Math.ceil(bytes.length / SECTOR) * SECTOR;
  }
  if (inbox) flash.set(inbox, INBOX);
  return flash;
}

/** Flash that holds one added pack and nothing else. */
export function flashWith(text, levels) {
  return flashWithPacks([pack('Mine', text, levels)]);
}

/** The names of the packs in the library by place, and whether each is whole. */
export function libraryOf(flash) {
  const found = [];
  for (let at = LIBRARY; at < LIBRARY_END;) {
    const view = new DataView(flash.buffer, flash.byteOffset + at);
    const isPack = new TextDecoder().decode(flash.subarray(at, at + 4)) === 'SOKP';
    const length = view.getUint32(8, true);
    if (!isPack) {
      at += SECTOR;
      continue;
    }
    const name = new TextDecoder().decode(flash.subarray(at + 16, at + 40)).replace(/\0+$/, '');
    const text = flash.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    const isWhole = crc32(flash.subarray(at + 4, at + 40)) === view.getUint32(40, true) && crc32(text) === view.getUint32(12, true);
    found.push({ name, isWhole, text: new TextDecoder().decode(text) });
    at += isWhole ? Math.ceil((HEADER_BYTES + length) / SECTOR) * SECTOR : SECTOR;
  }
  return found;
}

/** Is there a pack in the inbox? */
export const isWaiting = (flash) => new TextDecoder().decode(flash.subarray(INBOX, INBOX + 4)) === 'SOKP';
