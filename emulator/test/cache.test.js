// The cache in front of flash, alone and under the firmware.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { player } from '../play/player.js';
import { Cache, MISS_CYCLES } from '../src/cache.js';

const FLASH = 0x10000000;
/** Addresses that are this far apart share a set. */
const WAY_BYTES = 8 * 1024;
const at = (way) => FLASH + way * WAY_BYTES + 0x40;

/** The misses of some reads, one after another. */
function misses(cache, addresses) {
  return addresses.map((address) => {
    cache.read(address);
    return cache.takeStall() / MISS_CYCLES;
  });
}

test('the first read misses, the next ones hit', () => {
  assert.deepEqual(misses(new Cache(), [at(0), at(0), at(0) + 3, at(0) + 2]), [1, 0, 0, 0]);
});

test('a miss fills half a line', () => {
  assert.deepEqual(misses(new Cache(), [at(0), at(0) + 4, at(0) + 4, at(0), at(0) + 8]), [1, 1, 0, 0, 1]);
});

test('two lines of a set stay, a third replaces the one used less recently', () => {
  assert.deepEqual(misses(new Cache(), [at(0), at(1), at(0), at(1)]), [1, 1, 0, 0]);
  assert.deepEqual(misses(new Cache(), [at(0), at(1), at(0), at(2), at(0), at(1), at(2)]), [1, 1, 0, 1, 0, 1, 1]);
});

test('a line that is replaced takes its other half along', () => {
  assert.deepEqual(misses(new Cache(), [at(0), at(0) + 4, at(1), at(2), at(0), at(0) + 4]), [1, 1, 1, 1, 1, 1]);
});

test('all 16 KB stay', () => {
  const cache = new Cache();
  cache.readAll(FLASH, 2 * WAY_BYTES);
  assert.equal(cache.takeStall(), (2 * WAY_BYTES / 4) * MISS_CYCLES);
  cache.readAll(FLASH, 2 * WAY_BYTES);
  assert.equal(cache.takeStall(), 0);
});

test('two instructions in a word are fetched at once, and a flush forgets even those', () => {
  const cache = new Cache();
  cache.fetch(at(0));
  cache.fetch(at(0) + 2);
  assert.equal(cache.takeStall(), MISS_CYCLES);
  cache.flush();
  cache.takeStall();
  cache.fetch(at(0) + 2);
  assert.equal(cache.takeStall(), MISS_CYCLES);
});

test('the other aliases of flash leave out the allocation, the look-up, or both', () => {
  const alias = (number) => at(0) + number * 0x01000000;
  assert.deepEqual(misses(new Cache(), [alias(1), alias(1), at(0), alias(1)]), [1, 1, 1, 0]);
  assert.deepEqual(misses(new Cache(), [alias(2), alias(2), at(0)]), [1, 1, 0]);
  assert.deepEqual(misses(new Cache(), [alias(3), at(0), alias(3)]), [1, 1, 1]);
});

test('the firmware takes longer with the cache than if all of flash were in it', () => {
  const busy = (cache) => {
    const { pico } = player(undefined, { cache });
    assert.ok(pico.runUntil(() => pico.panel.on && pico.backlight > 0, 500));
    return pico.busyCycles;
  };
  const [on, off] = [busy(true), busy(false)];
  assert.ok(on > off, `${on} and ${off} cycles`);
});

test('the code of a search that is side by side in flash fits into one way', () => {
  const groups = [
    ['quick8features4look', 'quick6engineNtB2_5Quick6expand'],
    ['base8positionNtB4_8Position5place', 'optimal6expandNtB5_9Expansion4next', 'optimal5astarNtB2_5Astar5child'],
  ];
  const { functions } = player().pico.elf;
  for (const group of groups) {
    const found = group.map((name) => functions.find((one) => one.name.endsWith(name)));
    assert.ok(!found.includes(undefined), `one of ${group.join(', ')} has another name now`);
    const [start, end] = [Math.min(...found.map((one) => one.start)), Math.max(...found.map((one) => one.end))];
    assert.ok(end - start <= WAY_BYTES, `${group.join(', ')}: ${end - start} bytes`);
  }
});

test('a copy out of flash by the ROM goes through the cache', () => {
  const { pico } = player();
  const { cache } = pico.chip;
  pico.memory(FLASH + 0x80000, 64);
  assert.equal(cache.takeStall(), 16 * MISS_CYCLES);
});

test('reading flash after a write without a flush is a failure', () => {
  const { pico } = player();
  const SSI_ENABLE = 0x18000008;
  const write = () => {
    pico.chip.core.PM = true;
    pico.setXip(false);
    pico.flashOperation(pico.flash.erase(0x1f0000, 4096));
  };
  write();
  pico.flushCache();
  pico.chip.writeUint32(SSI_ENABLE, 1);
  assert.deepEqual(pico.failures, []);
  write();
  pico.chip.writeUint32(SSI_ENABLE, 1);
  assert.match(pico.failures[0], /not flushed/);
});
