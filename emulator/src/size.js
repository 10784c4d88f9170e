// What the firmware takes of flash and RAM: `npm run size [BOARD]`.
import { boards } from './boards.js';
import { build, firmware } from './firmware.js';
import { Pico } from './pico.js';

const FLASH = [0x10000000, 0x11000000];
const RAM = [0x20000000, 0x20042000];
const within = ([start, end], address) => address >= start && address < end;
const line = (name, bytes) => console.log(`${name.padEnd(60).slice(0, 60)} ${bytes.toLocaleString('en').padStart(9)}`);

const name = process.argv[2] ?? Object.keys(boards)[0];
build([name]);
const pico = new Pico({ elf: firmware(name), board: boards[name] });
const { elf } = pico;
const ALLOCATED = 2;
const NOT_IN_FILE = 8;
const sections = elf.sections.filter(({ flags, size }) => flags & ALLOCATED && size > 0);
// What is in RAM and has a beginning is in flash, too.
const inFlash = sections.filter(({ address, type, name }) => within(FLASH, address) || (type !== NOT_IN_FILE && name === '.data'));
const inRam = sections.filter(({ address }) => within(RAM, address));
const sum = (list) => list.reduce((total, { size }) => total + size, 0);

console.log(`flash, ${name}`);
for (const { name, size } of inFlash) line(`  ${name}`, size);
line('  all, of 524,288', sum(inFlash));
console.log('RAM');
for (const { name, size } of inRam) line(`  ${name}`, size);
line('  all without stack, of 270,080', sum(inRam));
console.log('largest in RAM');
const largest = elf.symbols.filter(({ address, size }) => size > 0 && within(RAM, address)).sort((a, b) => b.size - a.size);
for (const { name, size } of largest.slice(0, 8)) line(`  ${name}`, size);

pico.run(300);
for (const button of ['a', 'a', 'a', 'a', 'a', 'b', 'x', 'y'].filter((button) => button in pico.board.buttons)) pico.tap(button).run(300);
const { free, size } = pico.stack();
console.log('stack, after a short game');
line('  never used', free);
line('  all', size);
