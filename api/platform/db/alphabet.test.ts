import { expect, test } from 'bun:test';
import { listUsers } from '#contract/admin-users.ts';
import { getPublicStructure } from '#contract/public-structure.ts';
import { addCohort, addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

/** Latin first, whatever the case, then each script by its own alphabet. */
const SORTED = [
  'Ärla',
  'asha',
  'Bina',
  'Zoya',
  'زینب',
  'علی',
  'अनु',
  'आरोही',
  'शर्मा',
  'বীণা',
  'ਹਰਪ੍ਰੀਤ',
  'கவிதா',
];

const api = await openTestApp();

test('AUSER-13 accounts and leagues stand in the order of their alphabet, on either database', async () => {
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: '0' });
  const { id: cohortId } = await addCohort(api.db);
  for (const name of SORTED.toReversed()) {
    await addPerson(api.db, { name });
    await addLeague(api.db, { name, cohortId, weeks: 0 });
  }
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
  for (const direction of ['asc', 'desc'] as const) {
    const { body } = await api.call(listUsers, { token: grand.token, query: { sort: 'name', direction } });
    const sorted = ['0', ...SORTED];
    expect(namesOf(body.data.users)).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
  }
  const { body } = await api.call(getPublicStructure);
  expect(namesOf(body.data[0].leagues)).toEqual(SORTED);
});
