// Builds the firmware of every board, which the tests run.
import { boards } from './boards.js';
import { build } from './firmware.js';

build(Object.keys(boards));
