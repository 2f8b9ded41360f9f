import { expect, test } from 'bun:test';
import { orderLeagues, toChoices, toChosen, toggleLeague } from './chosen-leagues.ts';

const league = (id: string) => ({ id, label: id.toUpperCase() });
const [ml, finance, quantum] = [league('ml'), league('finance'), league('quantum')];

test('ASPEC-06 ASPEC-08 chosen leagues have consecutive orders from 1, also after a removal', () => {
  let chosen = [ml, finance, quantum].reduce(toggleLeague, [] as { id: string; label: string }[]);
  expect(toChoices(chosen)).toEqual([
    { leagueId: 'ml', order: 1 },
    { leagueId: 'finance', order: 2 },
    { leagueId: 'quantum', order: 3 },
  ]);
  chosen = toggleLeague(chosen, finance);
  expect(toChoices(chosen)).toEqual([
    { leagueId: 'ml', order: 1 },
    { leagueId: 'quantum', order: 2 },
  ]);
});

test('ASPEC-07 leagues take a new order', () => {
  expect(orderLeagues([ml, finance, quantum], ['quantum', 'ml', 'finance'])).toEqual([quantum, ml, finance]);
});

test('stored leagues come in their stored order', () => {
  const stored = [
    { id: 'b', leagueId: 'finance', order: 2, league: { id: 'finance', name: 'FINANCE', description: null } },
    { id: 'a', leagueId: 'ml', order: 1, league: { id: 'ml', name: 'ML', description: null } },
  ];
  expect(toChosen(stored)).toEqual([ml, finance]);
});
