import { expect, test } from 'bun:test';
import { findPieces, startNotes, takeAway } from '../pieces.ts';
import { PLACES, SIGNS } from './places.ts';

// Takes away each place that escapes, cleans or encodes in turn, and demands that a test turns red. Run by
// npm run proof -- escapes.

const { note, end } = startNotes();

test('every place that can be told by its name is one of the list', async () => {
  const known = await Promise.all(PLACES.map((pieces) => findPieces(pieces)));
  const lines = new Set(known.flat().map(({ file, line }) => `${file}:${line}`));
  const found = await findPieces({ ...SIGNS, to: '', tests: [] });
  const missing = found.filter(({ file, line }) => !lines.has(`${file}:${line}`));
  expect(missing.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
}, 60_000);

test('an escape that is taken away is missed', async () => {
  await takeAway(PLACES, note);
  expect(end()).toEqual([]);
}, 3_600_000);
