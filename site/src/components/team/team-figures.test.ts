import { expect, test } from 'bun:test';
import leagueCards from '#content/league-cards/league-cards.json';
import chiefs from '#content/team/chief-pathfinders.json';
import { groupByLeague, toLeagueId } from './team-figures.ts';

test('COMM-06 groups follow the leagues; an unknown league comes last, an empty one not at all', () => {
  const members = ['Chess', 'IoT', 'ML', 'IoT'].map((league, id) => ({ league, id }));
  expect(
    groupByLeague(members, ['ML', 'Finance', 'IoT']).map(({ league, members: of }) => [league, of.length]),
  ).toEqual([
    ['ML', 1],
    ['IoT', 2],
    ['Chess', 1],
  ]);
});

test('COMM-08 every league of the page has the colours of its league card', () => {
  const keys = chiefs.map(({ league }) => toLeagueId(league));
  expect(keys).toEqual(leagueCards.map(({ id }) => id));
});
