import assert from 'node:assert/strict';
import { randomNumbers, samePicture, SECTOR, writePng } from '../src/index.js';
import { blankFlash, inPlay, player } from './player.js';

const SAVES = 2 * 1024 * 1024 - 64 * 1024;
const SECTORS = 16;
/** Long after the position is on the display, and before new levels are made, which the emulator takes long for. */
const SETTLED_MS = 2500;

/** Flash in which the next few saves fill a sector, so that the oldest sector has to be erased. */
export function nearlyFullSaves() {
  const flash = blankFlash();
  const sector = (index) => flash.subarray(SAVES + index * SECTOR, SAVES + (index + 1) * SECTOR);
  for (let index = 0; index < SECTORS - 2; index++) {
    // Marked as used and full, with no item in it.
    sector(index)[0] = 0;
    sector(index)[SECTOR - 1] = 0;
  }
  // In use, with a little room after bytes that are no item.
  sector(SECTORS - 2).fill(0, 0, SECTOR - 200);
  return flash;
}

/** Flash with every sector of saves full and none in use, which is how no firmware leaves it. */
export function damagedSaves() {
  return blankFlash().fill(0, SAVES);
}

/** The picture after a start with this flash. */
function restarted(flash, flashTimes) {
  const { pico } = player('waveshare-lcd-1-3', { flash, flashTimes });
  pico.run(SETTLED_MS);
  assert.deepEqual(pico.failures, []);
  assert.deepEqual(pico.restarts, []);
  return pico.picture();
}

/**
 * Takes steps that are saved, cuts the power during the writes, and checks that each time either the position saved
 * last or the one that was being saved is back. Returns the number of cuts.
 */
export function cutsWhileSaving({ saves, atMost, seed, flash = null, flashTimes, everyOperation = false }) {
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
    if (cuts.length >= atMost || (!everyOperation && random(3) > 0)) return;
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

  cuts.forEach(({ image, confirmed, kind }, index) => {
    const found = restarted(image, flashTimes);
    const back = positions.slice(confirmed, confirmed + 2).some((position) => samePicture(position, found));
    if (!back) writePng(`out/cut-${index}.png`, found);
    assert.ok(back, `cut ${index}, in a flash ${kind} after save ${confirmed}: out/cut-${index}.png`);
  });
  return cuts.length;
}
