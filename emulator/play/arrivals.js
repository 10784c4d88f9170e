import assert from 'node:assert/strict';
import { randomNumbers } from '../src/index.js';
import { flashWithPacks, INBOX, isWaiting, libraryOf, packOfSectors } from './pack.js';
import { player } from './player.js';

const NAME = 'waveshare-lcd-1-3';
/** A pack of a few sectors at worst-case times, and what comes after. */
const ADDED_MS = 6000;

/** Runs until the game starts after power-on, a restart or a message. */
export function awaitGame(pico, limit = ADDED_MS, since = pico.logs.length) {
  const isOn = () => pico.logs.slice(since).some(({ text }) => text.startsWith('on after'));
  assert.ok(pico.runUntil(isOn, limit), 'it starts');
  pico.run(100);
}

/** Presses keys, the last of which starts the game. */
export function startBy({ pico, act }, ...keys) {
  const since = pico.logs.length;
  act(...keys);
  awaitGame(pico, ADDED_MS, since);
}

/** Another Pico with the same flash, in whose inbox a pack has arrived. */
export function arrive(pico, bytes, options) {
  const flash = pico.flashImage();
  flash.set(bytes, INBOX);
  return player(NAME, { flash, ...options });
}

/**
 * Cuts the power while a pack is taken in that replaces another, and then again while what was cut short is resumed.
 * Each time, the other pack is whole, and the new one is in the inbox or in the library. Returns the number of cuts.
 */
export function cutsWhileTakingIn({ cuts, seed, flashTimes }) {
  const random = randomNumbers(seed);
  const others = [packOfSectors('Left', 1), packOfSectors('Right', 2)];
  const old = packOfSectors('Between', 2);
  const arriving = packOfSectors('Between', 3);
  const text = libraryOf(flashWithPacks([arriving]))[0].text;

  /** Starts with this flash, and returns what some cuts would leave of it, and what is there at the end. */
  const start = (flash, most) => {
    const { pico } = player(NAME, { flash, flashTimes });
    const images = [];
    pico.onFlashOperation = (operation) => {
      if (images.length >= most || random(8) > 0) return;
      // In the operation, or in what is done between it and the next.
      const after = (2 * operation.nanos * random(1000)) / 1000;
      pico.imageAt((pico.nanos + after) / 1e6, (image) => images.push({ image, kind: operation.kind, at: operation.offset }));
    };
    awaitGame(pico);
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    return { images, end: pico.flashImage() };
  };
  const check = ({ image, kind, at }) => {
    const found = libraryOf(image);
    const what = `cut in a flash ${kind} at ${at.toString(16)}: ${found.map(({ name }) => name)}`;
    assert.ok(found.every(({ isWhole }) => isWhole), what);
    for (const name of ['Left', 'Right']) assert.ok(found.some((each) => each.name === name), what);
    assert.ok(isWaiting(image) || found.some((each) => each.text === text), what);
  };
  const checkEnd = (flash) => {
    const found = libraryOf(flash);
    assert.deepEqual(found.map(({ name }) => name).sort(), ['Between', 'Left', 'Right']);
    assert.equal(found.find(({ name }) => name === 'Between').text, text);
    assert.ok(!isWaiting(flash), 'the inbox is empty');
  };

  let count = 0;
  while (count < cuts) {
    const first = start(flashWithPacks([others[0], old, others[1]], arriving), 2);
    checkEnd(first.end);
    for (const cut of first.images) {
      check(cut);
      const second = start(cut.image, 1);
      checkEnd(second.end);
      count++;
      for (const again of second.images) {
        check(again);
        checkEnd(start(again.image, 0).end);
        count++;
      }
    }
  }
  return count;
}
