// How long the solver takes for levels of a well-known collection, loaded as a pack.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { flashWith } from '../play/pack.js';
import { inPlay, SPARE_STACK } from '../play/player.js';

const FOLDER = process.env.SOKOPICO_COLLECTIONS;
const LEVELS = [1, 2, 3, 6, 17, 38, 78, 80];
const MOST_MS = 60_000;

/** The boards of a file, each a run of lines that begin with a wall. */
function boards(file) {
  const isRow = (line) => /^\s*#/.test(line);
  const levels = [];
  fs.readFileSync(file, 'utf8').split('\n').forEach((line, at, lines) => {
    if (!isRow(line)) return;
    if (at === 0 || !isRow(lines[at - 1])) levels.push([]);
    levels.at(-1).push(line.trimEnd());
  });
  return levels.map((rows) => `${rows.join('\n')}\n`);
}

test('levels of XSokoban are solved on the Pico within a minute', () => {
  assert.ok(FOLDER, 'SOKOPICO_COLLECTIONS names the folder of xsokoban_90.xsb');
  const levels = boards(path.join(FOLDER, 'xsokoban_90.xsb'));
  assert.equal(levels.length, 90);
  for (const number of LEVELS) {
    const flash = flashWith(`${levels[number - 1]}Title: ${number}\n`, 1);
    const { pico, act } = inPlay('waveshare-lcd-1-3', { flash });
    act('pause', 'down', 'down', 'ok');
    assert.ok(pico.runUntil(() => /thought for/.test(pico.log), MOST_MS), `${number} is not solved in a minute`);
    const [, ms] = pico.log.match(/thought for (\d+) ms/);
    console.log(`XSokoban ${number}: ${(ms / 1000).toFixed(1)} s`);
    const waiting = pico.panel.pixels;
    pico.run(1000);
    assert.ok(pico.panel.pixels > waiting, 'the solution is played');
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    assert.ok(pico.stack().free >= SPARE_STACK, `${pico.stack().free} bytes of stack are left`);
  }
});
