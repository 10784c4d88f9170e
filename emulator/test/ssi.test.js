// Commands to the flash chip that the firmware sends itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chip } from '../src/chip.js';

const DATA = 0x18000060;
const STATUS = 0x18000028;
const SELECT = 0x4001800c;
const [AUTOMATIC, LOW] = [0, 2 << 8];
const RECEIVED = 8;

function silentChip() {
  const chip = new Chip(() => 0, 0, [0xef, 0x40, 0x15]);
  const refused = [];
  chip.onBadAccess = (what) => refused.push(what);
  chip.xip = false;
  return { chip, refused };
}

test('the chip tells its identity byte by byte, each in its time', () => {
  const { chip, refused } = silentChip();
  chip.writeUint32(SELECT, LOW);
  for (const byte of [0x9f, 0, 0, 0]) chip.writeUint32(DATA, byte);
  assert.equal(chip.readUint32(STATUS) & RECEIVED, 0, 'not at once');
  const received = [1, 2, 3, 4].map(() => {
    chip.clock.tick(400);
    assert.equal(chip.readUint32(STATUS) & RECEIVED, RECEIVED);
    return chip.readUint32(DATA);
  });
  assert.deepEqual(received.slice(1), [0xef, 0x40, 0x15]);
  chip.writeUint32(SELECT, AUTOMATIC);
  assert.deepEqual(refused, []);
});

test('what a real chip would not understand is refused', () => {
  const cases = {
    'it is selected while code may run from it': ({ chip }) => { chip.xip = true; chip.writeUint32(SELECT, LOW); },
    'a byte is read before it was received': ({ chip }) => {
      chip.writeUint32(SELECT, LOW);
      chip.writeUint32(DATA, 0x9f);
      chip.readUint32(DATA);
    },
    'command 0x90 is not modelled': ({ chip }) => { chip.writeUint32(SELECT, LOW); chip.writeUint32(DATA, 0x90); },
    'not all that it sent was read': ({ chip }) => {
      chip.writeUint32(SELECT, LOW);
      chip.writeUint32(DATA, 0x9f);
      chip.writeUint32(SELECT, AUTOMATIC);
    },
    'the FIFO overflows': ({ chip }) => {
      chip.writeUint32(SELECT, LOW);
      for (let byte = 0; byte <= 16; byte++) chip.writeUint32(DATA, byte === 0 ? 0x9f : 0);
    },
  };
  for (const [what, misuse] of Object.entries(cases)) {
    const it = silentChip();
    misuse(it);
    assert.deepEqual(it.refused, [`flash: ${what}`]);
  }
});
