import { expect, test } from 'bun:test';
import { findNextResource, toLeagueView } from '../data/league-view.ts';
import { findAnchored } from './anchor.ts';

const resource = (id: string, completedAt: string | null = null) => ({
  id,
  title: id,
  url: 'https://example.org',
  type: 'VIDEO',
  progress: { isCompleted: completedAt !== null, completedAt },
});
const view = (...weeks: ReturnType<typeof resource>[][]) => {
  const league = toLeagueView('ml', {
    league: { name: 'ML' },
    progress: {
      weeks: weeks.map((resources, index) => ({
        id: `w${index}`,
        name: 'W',
        sections: [{ id: `s${index}`, name: 'S', resources }],
      })),
    },
  } as never);
  if (!league) throw new Error('no league');
  return league;
};

test('LPROG-04 a link leads to a module, a topic, a resource, or nowhere', () => {
  const league = view([resource('a')], [resource('b')]);
  expect(findAnchored(league, '#module-w1')).toEqual({ kind: 'week', weekId: 'w1' });
  expect(findAnchored(league, '#resource-b')).toMatchObject({
    kind: 'resource',
    place: { week: { id: 'w1' }, resource: { id: 'b' } },
  });
  expect(findAnchored(league, '#topic-s1')).toEqual({ kind: 'section', weekId: 'w1', sectionId: 's1' });
  for (const hash of ['', '#', '#main', '#module-', '#module-w2', '#resource-c', '#topic-a']) {
    expect([hash, findAnchored(league, hash)]).toEqual([hash, null]);
  }
});

test('LPROG-03 one goes on after what was done last, then with what was left out, and nowhere after the end', () => {
  const next = (league: ReturnType<typeof view>) =>
    findNextResource(league, league.lastDoneId)?.resource.id ?? null;
  const [early, late] = ['2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z'];
  expect(next(view([resource('a'), resource('b')]))).toBe('a');
  expect(next(view([resource('a'), resource('b', late), resource('c', early)], [resource('d')]))).toBe('d');
  expect(next(view([resource('a', early), resource('b')], [resource('c', late), resource('d')]))).toBe('d');
  expect(next(view([resource('a'), resource('b', late)]))).toBe('a');
  expect(next(view([resource('a', late)]))).toBeNull();
});
