import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { flashWith } from './pack.js';
import { inPlay } from './player.js';

const LEVELS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../levels');

/** The texts of the built-in levels. */
function builtIn() {
  const files = fs.readdirSync(LEVELS).filter((name) => name.endsWith('.xsb')).sort();
  const texts = files.map((name) => fs.readFileSync(path.join(LEVELS, name), 'utf8'));
  return texts.flatMap((text) => text.split(/\n\s*\n/).filter((part) => /#/.test(part) && /^Title:/m.test(part)));
}

/**
 * Asks for a hint at the start of every `every`-th built-in level. Returns the milliseconds until the answer, sorted.
 */
export function firstHints({ every }) {
  const took = [];
  builtIn().filter((_, index) => index % every === 0).forEach((text) => {
    const { pico, act } = inPlay('waveshare-lcd-1-3', { flash: flashWith(`${text}\n`, 1) });
    act('hint');
    const title = text.match(/^Title: (.*)$/m)[1];
    assert.ok(pico.runUntil(() => /thought for/.test(pico.log), 60_000), `${title}: no answer in a minute`);
    const [, ms] = pico.log.match(/thought for (\d+) ms/);
    took.push({ ms: Number(ms), title });
    assert.deepEqual(pico.failures, []);
  });
  took.sort((a, b) => a.ms - b.ms);
  const [median, most] = [0.5, 0.9].map((part) => within(took, part));
  const worst = took.at(-1);
  console.log(`a first hint on ${took.length} levels: median ${median} ms, 9 of 10 within ${most} ms, ` +
    `at most ${worst.ms} ms (${worst.title})`);
  return took;
}

/** The milliseconds within which this part of the answers came, from 0 to 1. */
function within(took, part) {
  return took[Math.ceil(took.length * part) - 1].ms;
}

/** Half of the answers come within 0.2 s, nine of ten within 2 s. */
export function assertSoon(took) {
  for (const [part, ms] of [[0.5, 200], [0.9, 2000]]) {
    assert.ok(within(took, part) <= ms, `${part * 100} % within ${within(took, part)} ms, at most ${ms} ms are allowed`);
  }
}
