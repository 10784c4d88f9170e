// What the firmware takes of flash and RAM, against the budget in DESIGN.md: `npm run size [-- BOARD]`.
// Exits with an error where a line of the budget is exceeded.
import { SPARE_STACK } from '../play/player.js';
import { strollStack } from '../play/walk.js';
import { boards } from './boards.js';
import { Elf } from './elf.js';
import { build, firmware } from './firmware.js';
import { Pico } from './pico.js';

const KB = 1024;
const FLASH = { start: 0x10000000, size: 1024 * KB };
const RAM = { start: 0x20000000, size: 264 * KB };

/**
 * What RAM is for, how many bytes that may be, and the symbols that it consists of. Names are mangled: in a path,
 * each part comes after its length, and closures end in a number.
 */
const PARTS = [
  { part: 'solver arena', most: 160 * KB, symbols: [/4pico8firmware5ARENA$/] },
  { part: 'game', most: 24 * KB, symbols: [/4pico8firmware6MIDEND$/] },
  { part: 'questions and answers', most: 5 * KB, symbols: [/4pico8firmware4DESK$/] },
  { part: 'view', most: 9 * KB, symbols: [/4pico8firmware4VIEW$/] },
  { part: 'display strips', most: 15 * KB, symbols: [/4pico8firmware6STRIPS$/] },
  {
    part: 'logs, packs, store',
    most: 5 * KB,
    symbols: [
      /9defmt_rtt6BUFFER$/, /9defmt_rtt4NAME$/, /9defmt_rtt11RTT_ENCODER/, /^_SEGGER_RTT$/, /4pico5fault4NOTE$/,
      /4pico8firmware4boot03VAR$/, /4pico8firmware4boots_03VAR$/,
    ],
  },
];
const HOT_CODE = { part: 'hot code', most: 20 * KB };
const FLASH_MOST = 640 * KB;
const STACK_LEAST = 28 * KB;

const within = ({ start, size }, address) => address >= start && address < start + size;
const sum = (list) => list.reduce((total, { size }) => total + size, 0);
const broken = [];

/** Prints a line; `bound` is what the bytes must be at most or at least. */
function line(name, bytes, { most, least } = {}) {
  const bad = bytes > most || bytes < least;
  if (bad) broken.push(`${name}: ${bytes} bytes, ${bytes > most ? `at most ${most}` : `at least ${least}`} are allowed`);
  const bound = most === undefined && least === undefined ? '' : `  ${most === undefined ? 'at least' : 'at most '} ${inKb(most ?? least)}`;
  console.log(`  ${name.padEnd(28)} ${bytes.toLocaleString('en').padStart(9)}${bound}${bad ? '  EXCEEDED' : ''}`);
}

const inKb = (bytes) => `${Math.floor(bytes / KB)} KB`;

function sizeOf(elf, { part, symbols }, inRam) {
  const found = symbols.map((pattern) => inRam.filter(({ name }) => pattern.test(name)));
  symbols.forEach((pattern, index) => {
    if (found[index].length === 0) broken.push(`${part}: no symbol ${pattern}: rename it in PARTS of src/size.js`);
  });
  return sum([...new Set(found.flat())]);
}

function report(name) {
  const elf = new Elf(firmware(name));
  const ALLOCATED = 2;
  const NOT_IN_FILE = 8;
  const FUNCTION = 2;
  const sections = elf.sections.filter(({ flags, size }) => flags & ALLOCATED && size > 0);
  const ramSections = sections.filter(({ address }) => within(RAM, address));
  // What is in RAM and has an initial value is in flash, too.
  const flashSections = sections.filter(({ address, type }) => within(FLASH, address) || type !== NOT_IN_FILE);

  console.log(`${name}: flash`);
  for (const { name, size } of flashSections) line(name, size);
  line('all', sum(flashSections), { most: FLASH_MOST });

  console.log(`${name}: RAM`);
  const inRam = elf.symbols.filter(({ address, size }) => size > 0 && within(RAM, address));
  const code = sum(inRam.filter(({ type }) => type === FUNCTION));
  let named = code;
  for (const part of PARTS) {
    const size = sizeOf(elf, part, inRam);
    line(part.part, size, part);
    named += size;
  }
  line(HOT_CODE.part, code, HOT_CODE);
  line('other', sum(ramSections) - named);
  const { start, free, size } = strollStack(name);
  const worker = suspendedWork(name);
  line('suspended work', worker, { most: 8 * KB });
  line('stack without it', size - worker, { least: STACK_LEAST });
  line('  never used when starting', start, { least: SPARE_STACK });
  line('  never used on every screen', free, { least: SPARE_STACK });
}

/** Bytes of the pinned future of solver and maker, which lies at the bottom of the stack: the firmware logs it. */
function suspendedWork(name) {
  const pico = new Pico({ elf: firmware(name), board: boards[name] });
  pico.run(600);
  const logged = /worker of (\d+) bytes/.exec(pico.log);
  if (!logged) broken.push('the firmware does not log the size of its suspended work');
  return Number(logged?.[1] ?? 0);
}

const name = process.argv[2] ?? Object.keys(boards)[0];
build([name]);
report(name);
for (const fault of broken) console.error(fault);
process.exitCode = broken.length > 0 ? 1 : 0;
