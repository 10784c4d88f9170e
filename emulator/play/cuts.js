import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers, samePicture, writePng } from '../src/index.js';
import { blankFlash, inPlay, player } from './player.js';

const SAVES = 2 * 1024 * 1024 - 256 * 1024;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Long after the position is on the display, and before new levels are made, which the emulator takes long for. */
const SETTLED_MS = 2500;

/**
 * The flash of somebody who has played a lot: 500 results, and with a title of a built-in level also sixteen long games,
 * that level in play, after some added packs. Every sector of the saves is used, so that the next save has to make room.
 * With the flag `--no-hints` the machine does not think, which the emulator takes long for; with `--fresh` only the
 * settings were saved.
 */
export function fullSaves(title, packs = 0, flash = blankFlash(), flags = []) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sokopico-')), 'saves.bin');
  const titles = title === undefined ? [] : [title, String(packs)];
  const command = ['run', '--locked', '--release', '--quiet', '--example', 'full_saves', '--', file, ...titles, ...flags];
  execFileSync('cargo', command, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  flash.set(fs.readFileSync(file), SAVES);
  fs.rmSync(path.dirname(file), { recursive: true });
  return flash;
}

/** Flash with saves of a later version. */
export function laterSaves() {
  const flash = blankFlash();
  const version = 2;
  flash.set([...Buffer.from('SOKJ'), version, 0, 0xff - version, 0xff], SAVES);
  return flash;
}

/** The picture after a start with this flash. */
function restarted(flash, flashTimes) {
  const { pico } = player('waveshare-lcd-1-3', { flash, flashTimes });
  pico.run(SETTLED_MS);
  assert.deepEqual(pico.failures, []);
  assert.deepEqual(pico.restarts, []);
  return pico.picture();
}

/** The flash after another cut, in one of the first operations after a start with this flash; `null` without any. */
function cutAgain(image, flashTimes, random) {
  const { pico } = player('waveshare-lcd-1-3', { flash: image, flashTimes });
  let cut = null;
  let operations = random(6);
  pico.onFlashOperation = ({ nanos }) => {
    if (operations-- === 0) pico.imageAt((pico.nanos + (nanos * random(1000)) / 1000) / 1e6, (flash) => { cut = flash; });
  };
  pico.runUntil(() => cut !== null, SETTLED_MS);
  return cut;
}

/**
 * Takes steps that are saved, cuts the power during the writes, and checks that each time either the position saved
 * last or the one that was being saved is back. After every `again`-th cut another one follows, while the first is
 * repaired. Returns the number of cuts, and how many of them followed another.
 */
export function cutsWhileSaving({ saves, atMost, seed, flash = null, flashTimes, everyOperation = false, oneIn = 3, again = 3 }) {
  const random = randomNumbers(seed);
  const { pico, act } = inPlay('waveshare-lcd-1-3', { flash, flashTimes, seed });
  const cuts = [];
  const positions = [];
  const settle = () => {
    const before = pico.logs.length;
    const saved = () => pico.logs.slice(before).some(({ text }) => text.startsWith('saved'));
    assert.ok(pico.runUntil(saved, 3000), `save ${positions.length}`);
    // The keeper's direction is not saved: what counts is the picture after a restart.
    positions.push(restarted(pico.flashImage(), flashTimes));
  };
  settle();
  pico.onFlashOperation = (operation) => {
    if (cuts.length >= atMost || (!everyOperation && random(oneIn) > 0)) return;
    const confirmed = positions.length - 1;
    const after = (operation.nanos * random(1000)) / 1000;
    pico.imageAt((pico.nanos + after) / 1e6, (image) => cuts.push({ image, confirmed, kind: operation.kind }));
  };
  for (let n = 0; n < saves; n++) {
    act(['up', 'down', 'down', 'up'][n % 4]);
    settle();
  }
  // All positions must differ, or the check would prove nothing.
  positions.slice(1).forEach((position, index) => assert.ok(!samePicture(position, positions[index]), `position ${index}`));
  assert.deepEqual(pico.failures, []);
  if (everyOperation) assert.ok(pico.flash.erases > 0, 'a sector was erased');

  let followed = 0;
  cuts.forEach(({ image, confirmed, kind }, index) => {
    const second = index % again === 0 ? cutAgain(image, flashTimes, random) : null;
    followed += second ? 1 : 0;
    const found = restarted(second ?? image, flashTimes);
    const back = positions.slice(confirmed, confirmed + 2).some((position) => samePicture(position, found));
    if (!back) writePng(`out/cut-${index}.png`, found);
    assert.ok(back, `cut ${index}, in a flash ${kind} after save ${confirmed}: out/cut-${index}.png`);
  });
  return { cuts: cuts.length + followed, followed };
}
