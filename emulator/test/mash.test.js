// Random keys at random times do no harm.
import { test } from 'node:test';
import { mash } from '../play/mashing.js';

test('ten seconds of random keys', () => mash({ seconds: 10, seed: 5 }));
