import { expect, test } from 'bun:test';
import { LEARNER_SEARCH_ROWS } from '#contract/learner-search.ts';
import { toLeagueView } from '../data/league-view.ts';
import { toMarkedParts, toMatchGroups } from './match-groups.ts';
import { moveActive } from './matches.ts';
import { searchOffline } from './offline-search.ts';

const resource = (id: string, title: string) => ({ id, title, url: 'https://example.org', type: 'VIDEO' });
const view = (id: string, name: string, titles: string[]) => {
  const league = toLeagueView(id, {
    league: { name },
    progress: {
      weeks: [
        {
          id: `${id}-w`,
          name: 'Gradient descent',
          sections: [
            {
              id: `${id}-s`,
              name: 'Café Résumé',
              resources: titles.map((title, index) => resource(`${id}-r${index}`, title)),
            },
          ],
        },
      ],
    },
  } as never);
  if (!league) throw new Error('no league');
  return league;
};

const kept = {
  leagues: [
    { id: 'shop', name: 'Machine Shop', description: 'Lathes and mills' },
    { id: 'ml', name: 'Machine Learning', description: null },
  ],
  views: [view('ml', 'Machine Learning', ['The gradient, drawn', 'हिन्दी में ग्रेडिएंट', 'Resource'])],
  enrolledIds: new Set(['ml']),
};
const namesOf = (text: string, from = kept) =>
  Object.fromEntries(
    Object.entries(searchOffline(text, from)).map(([kind, rows]) => [kind, rows.map(({ name }) => name)]),
  );

test('what this device keeps is searched as the server searches', () => {
  expect(namesOf('gradient')).toEqual({
    leagues: [],
    weeks: ['Gradient descent'],
    sections: [],
    resources: ['The gradient, drawn'],
  });
  expect(namesOf('MACHINE').leagues).toEqual(['Machine Learning', 'Machine Shop']);
  expect(namesOf('lathes').leagues).toEqual(['Machine Shop']);
  expect(namesOf('cafe resume').sections).toEqual(['Café Résumé']);
  expect(namesOf('learning cafe')).toMatchObject({ sections: ['Café Résumé'], resources: [] });
  expect(namesOf('हिन्\u200dदी').resources).toEqual(['हिन्दी में ग्रेडिएंट']);
  expect(namesOf('हिन्दा').resources).toEqual([]);
  const many = {
    ...kept,
    views: [
      view(
        'ml',
        'ML',
        Array.from({ length: 20 }, (_, index) => `Part ${index}`),
      ),
    ],
  };
  expect(namesOf('part', many).resources).toHaveLength(LEARNER_SEARCH_ROWS);
});

test('each match has its path and the address that reveals it; a league of others leads to the catalogue', () => {
  expect(toMatchGroups(searchOffline('gradient', kept))).toMatchObject([
    {
      heading: 'Modules',
      matches: [{ path: ['Machine Learning'], address: '/dashboard/league/ml#module-ml-w' }],
    },
    {
      heading: 'Resources',
      matches: [
        {
          name: 'The gradient, drawn',
          path: ['Machine Learning', 'Gradient descent', 'Café Résumé'],
          address: '/dashboard/league/ml#resource-ml-r0',
        },
      ],
    },
  ]);
  expect(toMatchGroups(searchOffline('cafe', kept))[0]?.matches[0]?.address).toBe(
    '/dashboard/league/ml#topic-ml-s',
  );
  expect(
    toMatchGroups(searchOffline('machine', kept))[0]?.matches.map(({ path, address }) => [path, address]),
  ).toEqual([
    [[], '/dashboard/league/ml'],
    [['Not enrolled'], null],
  ]);
});

const marked = (name: string, ...words: string[]) =>
  toMarkedParts(name, words)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('what matches in a name is marked, whole characters at a time', () => {
  expect(marked('The gradient, drawn', 'grad', 'draw')).toBe('The [grad]ient, [draw]n');
  expect(marked('Café Résumé', 'cafe', 'res')).toBe('[Café] [Rés]umé');
  expect(marked('हिन्दी में', 'हि')).toBe('[हि]न्दी में');
  // The vowel sign belongs to its letter: the letter alone does not tear it off.
  expect(marked('किताब', 'क')).toBe('[कि]ताब');
  expect(marked('Plain', 'x')).toBe('Plain');
  expect(marked('aaaa', 'aa')).toBe('[aaaa]');
});

test('arrows go through the matches and back to the box; Home and End wait until one is active', () => {
  const entries = ['a', 'b', 'c'];
  const press = (key: string, active: string | null, held = {}) =>
    moveActive(
      { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held },
      entries,
      active,
    );
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map((key) => press(key, null))).toEqual([
    'a',
    'c',
    undefined,
    undefined,
    undefined,
  ]);
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => press(key, 'b'))).toEqual(['c', 'a', 'a', 'c']);
  expect([press('ArrowDown', 'c'), press('ArrowUp', 'a')]).toEqual([null, null]);
  expect(press('Home', 'b', { shiftKey: true })).toBeUndefined();
});
