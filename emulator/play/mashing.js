import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../src/index.js';
import { comesBack, screenOf } from './comeback.js';
import { fullSaves } from './cuts.js';
import { awaitDisplay, inPlay, player, SPARE_STACK } from './player.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** How long it goes on after its time, until a level is in play, in milliseconds. */
const MOST_EXTRA_MS = 120_000;

/**
 * Presses random buttons for random times, several at once, and checks that nothing goes wrong, and that the game in play
 * comes back with its history, and all results. The saves soon fill a sector, so that one has to be erased. After "USB
 * drive" it is switched off and on.
 */
export function mash({ seconds, seed, name = 'waveshare-lcd-1-3', flashTimes = 'worst' }) {
  const random = randomNumbers(seed);
  const saves = fullSaves();
  let it = inPlay(name, { seed, flashTimes, flash: saves });
  const buttons = Object.keys(it.pico.board.buttons);
  let [passed, least, erases] = [0, Infinity, 0];
  // At the end, a level is in play.
  const isEnough = () => passed >= seconds * 1000 && screenOf(it.pico) === 'Play';
  while (!isEnough()) {
    assert.ok(passed < seconds * 1000 + MOST_EXTRA_MS, 'no level is in play');
    const { pico } = it;
    const start = pico.ms;
    const button = buttons[random(buttons.length)];
    if (random(2)) pico.press(button);
    else pico.release(button);
    pico.run(5 + random(150));
    passed += pico.ms - start;
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    if (!pico.stopped) continue;
    assert.equal(pico.stopped, 'usb boot');
    least = Math.min(least, pico.stack().free);
    erases += pico.flash.erases;
    it = player(name, { seed, flashTimes, flash: pico.flashImage() });
    awaitDisplay(it.pico);
  }
  const { pico } = it;
  for (const button of buttons) pico.release(button);
  pico.run(1000);
  for (const step of ['left', 'up', 'right', 'down', 'left', 'up', 'right', 'down']) {
    const takeBack = pico.snapshot();
    it.act(step);
    // It may have ended the level.
    if (screenOf(pico.run(300)) !== 'Play') takeBack();
  }
  const steps = comesBack(it, name, { seed, flashTimes });
  assert.ok(steps > 0, 'there is a history');
  assertNoWorse(solutions(saves), solutions(pico.flashImage()));
  least = Math.min(least, pico.stack().free);
  assert.ok(least >= SPARE_STACK, `${least} bytes of stack are left`);
  return { free: least, size: pico.stack().size, erases: erases + pico.flash.erases, steps };
}

/** The player's best solutions that this flash holds: for each level and way to be best, the number of pushes or moves. */
function solutions(flash) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sokopico-'));
  const file = path.join(folder, 'flash.bin');
  fs.writeFileSync(file, flash);
  const command = ['run', '--locked', '--release', '--quiet', '--', 'export', '--image', file];
  const lines = execFileSync('cargo', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  fs.rmSync(folder, { recursive: true });
  return new Map(lines.split('\n').filter((line) => /^[0-9a-f]{16}\t/.test(line)).map((line) => {
    const [id, by, pushes, moves] = line.split('\t');
    return [`${id} by ${by}`, Number(by === 'pushes' ? pushes : moves)];
  }));
}

function assertNoWorse(before, after) {
  assert.ok(before.size >= 500, `${before.size} solutions`);
  for (const [what, number] of before) assert.ok(after.get(what) <= number, `the solution of ${what} is lost`);
}
