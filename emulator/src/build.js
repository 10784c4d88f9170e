// Builds the firmware of every board, and of the breadboard with short wires, which the tests run.
import { boards } from './boards.js';
import { build } from './firmware.js';

build([...Object.keys(boards), 'fast-wires']);
