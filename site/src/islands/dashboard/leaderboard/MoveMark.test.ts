import { expect, test } from 'bun:test';
import { toMovement } from './MoveMark.tsx';

test('LEADER-04 movement since the week began is a sign for the eyes and words for everybody', () => {
  const said = (places: number | null | undefined) => {
    const movement = toMovement(places);
    return movement && [movement.direction, movement.sign, movement.words];
  };
  expect(said(3)).toEqual(['up', '▲\u20093', 'up 3 places this week']);
  expect(said(-1)).toEqual(['down', '▼\u20091', 'down 1 place this week']);
  expect(said(1204)).toEqual(['up', '▲\u20091,204', 'up 1,204 places this week']);
  expect(said(0)).toEqual(['same', '–', 'the same place this week']);
  expect(said(null)).toEqual(['new', 'new', 'new this week']);
  // Among the learners of one league, or from a server that does not count yet.
  expect(said(undefined)).toBeNull();
});
