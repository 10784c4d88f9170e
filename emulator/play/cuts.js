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
const BOARD = 'waveshare-lcd-1-3';
/** The longest start, the time from there until the position is on the display, and the longest time until a save. */
const [START_MS, SETTLED_MS, SAVED_MS] = [2500, 300, 4000];

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

/** A start with this flash, until the position is on the display. */
function started(flash, flashTimes) {
  const it = player(BOARD, { flash, flashTimes });
  const { pico } = it;
  assert.ok(pico.runUntil(() => pico.logs.some(({ text }) => text.startsWith('on after')), START_MS), 'it starts');
  // There is nothing to redo, but the message goes that hides the number of moves.
  it.act('redo');
  pico.run(SETTLED_MS);
  assert.deepEqual(pico.failures, []);
  assert.deepEqual(pico.restarts, []);
  return it;
}

/** The picture after a start with this flash. */
const restarted = (flash, flashTimes) => started(flash, flashTimes).pico.picture();

/** A random number from 0 to 1, as fine as the cycles of a second. */
const fraction = (random) => random(2 ** 30) / 2 ** 30;

/** What a cut leaves of this flash at a random cycle while its repair is going on; `null` if nothing has to be repaired. */
function cutInRepair(flash, flashTimes, random) {
  const start = () => player(BOARD, { flash, flashTimes }).pico;
  const isOpen = (pico) => () => pico.logs.some(({ text }) => text.startsWith('opened in'));
  const whole = start();
  let began = null;
  whole.onFlashOperation = () => { began ??= whole.nanos; };
  assert.ok(whole.runUntil(isOpen(whole), START_MS), 'it opens');
  if (began === null) return null;
  let cut = null;
  const pico = start();
  pico.imageAt((began + fraction(random) * (whole.nanos - began)) / 1e6, (image) => { cut = image; });
  pico.runUntil(() => cut !== null, START_MS);
  return cut;
}

/** What a cut leaves of this flash at a random cycle while the step that leads on from its position is saved. */
function cutInNextSave(flash, flashTimes, random, direction) {
  const { pico, act } = started(flash, flashTimes);
  let cut = null;
  cutWithinSave(pico, random, (image) => { cut = image; });
  act(direction);
  pico.runUntil(() => cut !== null, SAVED_MS);
  assert.ok(cut, 'the save is cut');
  return cut;
}

/** Cuts the next save at a random cycle, from its first flash operation to its end. */
function cutWithinSave(pico, random, then) {
  pico.onFlashOperation = (first) => {
    // The operations that follow take about as long as some of this kind.
    const window = first.nanos * (1 + random(8));
    pico.onFlashOperation = null;
    pico.imageAt((pico.nanos + fraction(random) * window) / 1e6, then);
  };
}

/** Somebody in play, and the positions that were saved: `settle` waits for the next one. */
function savedPlay({ seed, flash, flashTimes }) {
  const { pico, act } = inPlay(BOARD, { flash, flashTimes, seed });
  const positions = [];
  const settle = () => {
    const before = pico.logs.length;
    const saved = () => pico.logs.slice(before).some(({ text }) => text.startsWith('saved'));
    assert.ok(pico.runUntil(saved, SAVED_MS), `save ${positions.length}`);
    // The keeper's direction is not saved: what counts is the picture after a restart. All must differ.
    const position = restarted(pico.flashImage(), flashTimes);
    assert.ok(!positions.some((other) => samePicture(position, other)), `position ${positions.length}`);
    positions.push(position);
  };
  settle();
  /** Which position is back after a cut that was made when `confirmed` was saved: that one, or the next. */
  const back = (image, confirmed, what) => {
    const found = restarted(image, flashTimes);
    const next = positions.slice(confirmed, confirmed + 2).findIndex((position) => samePicture(position, found));
    if (next < 0) writePng('out/cut.png', found);
    assert.ok(next >= 0, `${what} after save ${confirmed} of seed ${seed}: out/cut.png`);
    return confirmed + next;
  };
  return { pico, act, positions, settle, back };
}

/** The step that is taken after this many others: on a straight line, so that none is a push. */
const stepAfter = (steps) => ['up', 'down', 'down', 'up'][steps % 4];

/**
 * Takes steps that are saved, and cuts the power at random cycles: for each step `anywhere` times from the key to the
 * end of its save, and once within the save. After every `again`-th of the latter another cut follows within the same
 * save: while the first is repaired, or while the step is saved once more. Each time, either the position saved last or
 * the one that was being saved is back. Returns the number of cuts, and how many of them followed another.
 */
export function cutsWhilePlaying({ steps, anywhere, again, seed, flash = null, flashTimes }) {
  const random = randomNumbers(seed);
  const { pico, act, positions, settle, back } = savedPlay({ seed, flash, flashTimes });
  const [anytime, inSaves] = [[], []];
  const cutInto = (cuts) => (image) => cuts.push({ image, confirmed: positions.length - 1 });
  let took = 1.5e9;
  // Of the last steps only the positions are needed.
  for (let step = 0; step < steps + 2; step++) {
    const began = pico.nanos;
    if (step < steps) {
      for (let n = 0; n < anywhere; n++) pico.imageAt((began + fraction(random) * took) / 1e6, cutInto(anytime));
      cutWithinSave(pico, random, cutInto(inSaves));
    }
    act(stepAfter(step));
    settle();
    took = pico.nanos - began;
  }
  assert.deepEqual(pico.failures, []);

  anytime.forEach(({ image, confirmed }) => back(image, confirmed, 'cut'));
  let followed = 0;
  inSaves.forEach(({ image, confirmed }, count) => {
    const found = back(image, confirmed, 'cut within a save');
    if (count % again > 0) return;
    followed++;
    const repair = random(2) ? cutInRepair(image, flashTimes, random) : null;
    if (repair) back(repair, confirmed, 'cut in the repair of another');
    else back(cutInNextSave(image, flashTimes, random, stepAfter(found)), found, 'cut in the save after another');
  });
  return { cuts: anytime.length + inSaves.length + followed, followed };
}

/** Cuts the power once in every flash operation of some saves that change sectors. Returns the number of cuts. */
export function cutsInEveryOperation({ steps, seed, flash, flashTimes }) {
  const random = randomNumbers(seed);
  const { pico, act, positions, settle, back } = savedPlay({ seed, flash, flashTimes });
  const cuts = [];
  pico.onFlashOperation = ({ nanos }) => {
    const confirmed = positions.length - 1;
    pico.imageAt((pico.nanos + fraction(random) * nanos) / 1e6, (image) => cuts.push({ image, confirmed }));
  };
  for (let step = 0; step < steps; step++) {
    act(stepAfter(step));
    settle();
  }
  assert.deepEqual(pico.failures, []);
  assert.ok(pico.flash.erases > 0, 'a sector was erased');
  cuts.forEach(({ image, confirmed }) => back(image, confirmed, 'cut in a flash operation'));
  return cuts.length;
}
