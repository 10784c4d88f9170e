import fs from 'node:fs';
import path from 'node:path';
import { PNG } from 'pngjs';

/** Writes a picture of `Panel.picture()` to a PNG file. */
export function writePng(file, { width, height, rgba }) {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgba);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, PNG.sync.write(png));
}

/** Reads a PNG file as a picture. */
export function readPng(file) {
  const { width, height, data } = PNG.sync.read(fs.readFileSync(file));
  return { width, height, rgba: new Uint8Array(data) };
}

/** Whether two pictures are the same, pixel by pixel. */
export function samePicture(a, b) {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.rgba, b.rgba) === 0;
}
