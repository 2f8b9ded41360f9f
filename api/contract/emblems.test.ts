import { expect, test } from 'bun:test';
import leagueCards from '#content/league-cards/league-cards.json';
import { contrast } from './brand-palette.ts';
import { drawEmblem, EMBLEM_COLORS, EMBLEMS, type EmblemKey, emblemFor, readEmblem } from './emblems.ts';

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

test('white stands out from every ground by 3 to 1', () => {
  for (const ground of Object.values(EMBLEM_COLORS))
    expect(contrast(ground, '#fff')).toBeGreaterThanOrEqual(3);
});

test('an emblem and a colour are read from one name, and drawn', () => {
  for (const emblem of Object.keys(EMBLEMS) as EmblemKey[]) {
    expect(readEmblem(`${emblem}-violet`)).toEqual({ emblem, color: 'violet' });
    const drawn = drawEmblem(emblem, { ground: '#000', line: '#fff', node: 'fill="#f00"' });
    expect(drawn).not.toMatch(/undefined|NaN/);
    expect(drawn.split('<path ')).toHaveLength(EMBLEMS[emblem].parts.length + 1);
  }
  for (const name of ['', '-', 'ml', 'ml-', '-red', 'ml-toString', 'toString-red', 'ml-red-red']) {
    expect(readEmblem(name)).toBeNull();
  }
});
