import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPng, samePicture, writePng } from '../src/index.js';

const HERE = path.dirname(fileURLToPath(import.meta.url));

/**
 * Compares a picture with the one of its name in `test/golden`. With `GOLDEN=write` in the environment
 * it writes that picture instead: look at it before you commit it.
 */
export function golden(name, picture) {
  const file = path.join(HERE, '../test/golden', `${name}.png`);
  if (process.env.GOLDEN === 'write') {
    writePng(file, picture);
    return;
  }
  if (fs.existsSync(file) && samePicture(readPng(file), picture)) return;
  const seen = path.join(HERE, '../out', `${name}.png`);
  writePng(seen, picture);
  throw new Error(`${path.relative('.', seen)} is not ${path.relative('.', file)}`);
}
