import { describe, expect, test } from 'bun:test';
import type { Call } from '#contract/call.ts';
import * as cohorts from '#contract/cohorts.ts';
import * as leagues from '#contract/leagues.ts';
import * as resources from '#contract/resources.ts';
import * as sections from '#contract/sections.ts';
import * as specializations from '#contract/specializations.ts';
import * as weeks from '#contract/weeks.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addLeague, addLearner, enroll, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';
import { readStatements } from '../test/statements.ts';

type AnyCall = Pick<Call, 'method' | 'path' | 'access' | 'name'>;
const CALLS: AnyCall[] = [cohorts, leagues, weeks, sections, resources, specializations]
  .flatMap((contract) => Object.values(contract) as unknown[])
  .filter((value): value is AnyCall => typeof value === 'object' && value !== null && 'access' in value);
const GRAND = CALLS.filter((call) => call.access === 'grand');
const STAFF = CALLS.filter((call) => call.access === 'staff');
const CATALOGUE = CALLS.filter((call) => call.access === 'any');
const CONTENTS = CALLS.filter((call) => call.access === 'learner');

const api = await openTestApp();
const own = await addLeague(api.db, { name: 'Own' });
const other = await addLeague(api.db, { name: 'Other' });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const viewer = await addPerson(api.db, { role: 'PATHFINDER' });
const scopeless = await addPerson(api.db, { role: 'PATHFINDER' });
await addScope(api.db, pathfinder.id, own.id);
await addScope(api.db, chief.id, own.id);
await addScope(api.db, viewer.id, own.id, { canCreateContent: false });

const call = (asked: AnyCall, token: string | null, params: Record<string, string>, body?: unknown) =>
  api.call(asked, { token, params, ...(body === undefined ? {} : { body }) });

/** The id a call's path wants, taken from one league. */
function paramsFor({ path }: AnyCall, league: TestLeague): Record<string, string> {
  const week = league.weeks[0];
  const section = week?.sections[0];
  const id = path.startsWith('/cohorts')
    ? league.cohortId
    : path.startsWith('/leagues')
      ? league.id
      : path.startsWith('/weeks')
        ? week?.id
        : path.startsWith('/sections')
          ? section?.id
          : section?.resources[0]?.id;
  return { id: id ?? '', leagueId: league.id };
}

describe('who may call what', () => {
  test('Q8 the sets are whole', () => {
    expect([GRAND.length, STAFF.length]).toEqual([13, 20]);
    expect([CATALOGUE.length, CONTENTS.length]).toEqual([4, 8]);
  });

  test('staff who wait for approval are refused', async () => {
    const pending = await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'PENDING' });
    for (const asked of [...STAFF, ...GRAND]) {
      const body = asked.method === 'GET' ? undefined : {};
      const { status } = await call(asked, pending.token, paramsFor(asked, own), body);
      expect([asked.name, status]).toEqual([asked.name, 403]);
    }
  });

  test('ROLE-02 ROLE-03 ROLE-11 staff out of scope are refused before a word about the body', async () => {
    const before = await digestCurriculum(api.db);
    const named = { leagueId: other.id, weekId: other.weeks[0]?.id };
    for (const person of [pathfinder, chief, scopeless]) {
      for (const asked of STAFF.filter((one) => one.method !== 'GET')) {
        const reply = await call(asked, person.token, paramsFor(asked, other), named);
        expect([asked.name, reply.status]).toEqual([asked.name, 403]);
        expect(reply.body).toMatchObject({
          error: 'No access to this league',
          leagueId: other.id,
          leagueName: 'Other',
        });
      }
      const stats = await call(leagues.getLeagueStats, person.token, { id: other.id });
      expect([stats.status, stats.body.error]).toEqual([403, 'No access to this league']);
    }
    expect(await digestCurriculum(api.db)).toBe(before);
  });

  test('ROLE-11 of a league out of scope nothing is counted: how long a refusal takes tells nothing of it', async () => {
    const sent = await readStatements(api.db, () =>
      call(leagues.getLeagueStats, viewer.token, { id: other.id }),
    );
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ text }) => text.includes('enrollments'))).toEqual([]);
    const unknown = await call(leagues.getLeagueStats, viewer.token, { id: 'unknown' });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'League not found']);
  });

  test('ROLE-04 ROLE-11 ROLE-12 CALL-75 a list asked about a league out of scope is empty', async () => {
    for (const [asked, field] of [
      [weeks.listWeeks, 'weeks'],
      [sections.listSections, 'sections'],
      [resources.listResources, 'resources'],
    ] as const) {
      const { body } = await api.call(asked, { token: pathfinder.token, query: { leagueId: other.id } });
      expect([body.data[field], body.data.pagination.total]).toEqual([[], 0]);
    }
  });
});

describe('privacy', () => {
  test('no reply names a learner or an e-mail address', async () => {
    const learner = await addLearner(api.db, own, { name: 'Canary Name', email: 'canary@example.test' });
    for (const person of [grand, pathfinder, learner]) {
      for (const asked of [...CATALOGUE, ...CONTENTS, ...STAFF.filter((one) => one.method === 'GET')]) {
        const reply = await call(asked, person.token, paramsFor(asked, own));
        const text = JSON.stringify(reply.body);
        expect(text).not.toContain('Canary');
        expect(text).not.toContain('@');
      }
    }
  });

  test('before approval the catalogue is open and what leagues contain is closed, enrolled or not, staff or not', async () => {
    for (const [status, code] of [
      ['PENDING', 'ACCOUNT_PENDING'],
      ['INACTIVE', 'ACCOUNT_INACTIVE'],
    ] as const) {
      for (const role of ['PIONEER', 'PATHFINDER', 'GRAND_PATHFINDER', 'ADMIN'] as const) {
        const person = await addPerson(api.db, { role, status });
        if (role !== 'ADMIN') await enroll(api.db, person.id, own);
        if (role === 'PATHFINDER') await addScope(api.db, person.id, own.id);
        for (const asked of CATALOGUE) {
          const reply = await call(asked, person.token, paramsFor(asked, own));
          expect([asked.name, reply.status]).toEqual([asked.name, 200]);
          expect(JSON.stringify(reply.body)).not.toContain(own.weeks[0]?.id ?? '');
        }
        for (const asked of CONTENTS) {
          const reply = await call(asked, person.token, paramsFor(asked, own));
          expect([role, asked.name, reply.status, reply.body.code]).toEqual([role, asked.name, 403, code]);
        }
      }
    }
  });
});
