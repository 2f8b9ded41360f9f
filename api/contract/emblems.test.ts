import { expect, test } from 'bun:test';
import leagueCards from '#content/league-cards/league-cards.json';
import { EMBLEMS, emblemFor } from './emblems.ts';

test('a league finds its emblem by name', () => {
  expect(emblemFor('ML')).toBe('ml');
  expect(emblemFor('ML League (1.0)')).toBe('ml');
  expect(emblemFor('Finance League (1.0)')).toBe('finance');
  expect(emblemFor('Quantum Computing')).toBe('quantum');
  expect(emblemFor('Machine Learning')).toBe('ml');
  expect(emblemFor('Competitive Programming')).toBe('competitive-programming');
  expect(emblemFor('soft-skills')).toBe('soft-skills');
  expect(emblemFor('HTML basics')).toBe('league');
  expect(emblemFor('')).toBe('league');
});

test('every league card has its own emblem in its own colour', () => {
  for (const { name, id, color } of leagueCards) {
    expect([id, emblemFor(name)]).toEqual([id, emblemFor(id)]);
    expect(EMBLEMS[emblemFor(name)].color.toLowerCase()).toBe(color.toLowerCase());
  }
});
