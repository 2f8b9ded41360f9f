import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { signup, updateProfile } from '#contract/auth.ts';
import { createFreeBadge } from '#contract/badges.ts';
import { createCohort } from '#contract/cohorts.ts';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { createLeague } from '#contract/leagues.ts';
import { createResource } from '#contract/resources.ts';
import { createSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { createWeek } from '#contract/weeks.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { resources } from '../platform/db/schema/curriculum.ts';
import { addLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const CASES = join(import.meta.dir, '../test/cases');
const readCase = <T>(path: string): Promise<T> => Bun.file(join(CASES, path)).json();
const readText = (path: string) => Bun.file(join(CASES, path)).text();

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db, { name: 'Quantum' });

const importRows = async (kind: keyof typeof IMPORT_CALLS, csv: string) => {
  const call = IMPORT_CALLS[kind];
  const checked = await api.call(call, { token: grand.token, body: { csv } });
  const { fingerprint } = checked.body.data.plan;
  const body = { csv, dryRun: false, fingerprint, leaveOutRefused: true };
  expect((await api.call(call, { token: grand.token, body })).status).toBe(200);
  return checked.body.data.plan.rows as { outcome: string; label: string; reasons: string[] }[];
};

describe('names that show as nothing, or that read backwards', () => {
  interface NameCase {
    name: string;
    refused?: true;
    stored?: string;
  }
  const LENGTH = {
    signup: 'Name must be at least 2 characters long',
    profile: 'Name must be between 2 and 50 characters',
  };

  test('are refused or stored as they show by sign-up, profile and import', async () => {
    const person = await addPerson(api.db);
    const cases = await readCase<NameCase[]>('names-nobody-sees/names.json');
    for (const [index, { name, stored }] of cases.entries()) {
      const email = `seen-${index}@example.org`;
      const made = await api.call(signup, { body: { name, email, password: 'Kestrel-river-42!' } });
      const changed = await api.call(updateProfile, { token: person.token, body: { name } });
      const rows = await importRows('users', `Name,E-mail\n"${name}",brought-${index}@example.org`);
      if (stored === undefined) {
        expect([made.status, made.body.error]).toEqual([400, LENGTH.signup]);
        expect([changed.status, changed.body.error]).toEqual([400, LENGTH.profile]);
        expect(rows[0]?.reasons).toEqual([LENGTH.signup]);
      } else {
        expect([made.status, made.body.data?.user.name]).toEqual([201, stored]);
        expect([changed.status, changed.body.data?.name]).toEqual([200, stored]);
        const [brought] = await api.db
          .select()
          .from(users)
          .where(eq(users.email, `brought-${index}@example.org`));
        expect(brought?.name).toBe(stored);
      }
    }
  });

  test('are refused or stored as they show for what staff name', async () => {
    const { token } = grand;
    const { cohortId } = league;
    const [week] = league.weeks;
    const sectionId = week?.sections[0]?.id ?? '';
    const leagues = [{ leagueId: league.id, order: 1 }];
    const cases = await readCase<NameCase[]>('names-nobody-sees/names.json');
    const longest = new Set<string>();
    for (const [index, { name, stored }] of cases.entries()) {
      const isAgain = stored !== undefined && longest.has(stored);
      longest.add(stored ?? '');
      const order = 200 + index;
      const replies = [
        await api.call(createWeek, { token, body: { name, order, leagueId: league.id } }),
        await api.call(createSection, { token, body: { name, order, weekId: week?.id } }),
        await api.call(createResource, {
          token,
          params: { id: sectionId },
          body: { title: name, url: 'https://example.org/', type: 'VIDEO', order },
        }),
        ...(isAgain
          ? []
          : [
              await api.call(createCohort, { token, body: { name } }),
              await api.call(createLeague, { token, body: { name, cohortId } }),
              await api.call(createSpecialization, { token, body: { name, cohortId, leagues } }),
              await api.call(createFreeBadge, { token, body: { name } }),
            ]),
      ];
      for (const { status, body } of replies) {
        if (stored === undefined) expect(status).toBe(400);
        else
          expect([status, (body.data?.badge ?? body.data)?.[body.data?.title ? 'title' : 'name']]).toEqual([
            201,
            stored,
          ]);
      }
    }
  });
});

describe('handles as people paste them', () => {
  interface HandleCase {
    field: 'githubUsername' | 'twitterHandle' | 'kaggleUsername' | 'linkedinUrl';
    typed: string;
    stored: string | null;
  }

  test('ENT-31 the address of a profile becomes its handle, and no other address does', async () => {
    const person = await addPerson(api.db);
    for (const { field, typed, stored } of await readCase<HandleCase[]>('profile-handles/handles.json')) {
      const { status, body } = await api.call(updateProfile, {
        token: person.token,
        body: { [field]: typed },
      });
      // The API takes whole addresses alone; the forms put the scheme in front.
      if (stored === null || field === 'linkedinUrl') expect([typed, status]).toEqual([typed, 400]);
      else expect([typed, status, body.data?.[field]]).toEqual([typed, 200, stored]);
    }
  });

  test('an import reads them the same way', async () => {
    const rows = await importRows('users', await readText('profile-handles/people.csv'));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'create']);
    const brought = [];
    for (const number of [1, 2, 3]) {
      const [row] = await api.db
        .select()
        .from(users)
        .where(eq(users.email, `handle-${number}@example.org`));
      brought.push([row?.githubUsername, row?.twitterHandle, row?.kaggleUsername]);
    }
    expect(brought).toEqual([
      ['asha-v', '@asha_v', 'ashav'],
      ['ravi-k', '@ravi_k', 'ravik'],
      ['meera-s', '@meera_s', 'meeras'],
    ]);
  });
});

test('P28 addresses lose what nobody sees in them, and one behind another is refused', async () => {
  const [week] = league.weeks;
  const section = week?.sections[0];
  const csv = (await readText('links-with-hidden-ends/resources.csv'))
    .replaceAll('MODULE', 'Week 1')
    .replaceAll('TOPIC', 'Section 1.1');
  const plan = await importRows('resources', csv);
  const right = await readCase<{ title: string; right: string }[]>('links-with-hidden-ends/right.json');
  for (const { title, right: wanted } of right) {
    const typed =
      csv
        .split('\n')
        .find((line) => line.includes(`,${title},`))
        ?.trimEnd()
        .split(',ARTICLE,')[1] ?? '';
    const body = {
      title: `${title} typed`,
      url: typed,
      type: 'ARTICLE',
      order: 300 + Number(title.slice(-1)),
    };
    const made = await api.call(createResource, {
      token: grand.token,
      params: { id: section?.id ?? '' },
      body,
    });
    if (wanted === 'refused') {
      expect([title, made.status, made.body.error]).toEqual([title, 400, 'Invalid URL format']);
      expect(plan.find(({ label }) => label === title)?.reasons).toEqual(['Invalid URL format']);
      continue;
    }
    const stored = wanted.startsWith('https') ? wanted : typed;
    expect([title, made.status, made.body.data?.url]).toEqual([title, 201, stored]);
    const [brought] = await api.db.select().from(resources).where(eq(resources.title, title));
    expect([title, brought?.url]).toEqual([title, stored]);
  }
});

test('a name written with other signs for the same letters is the same name', async () => {
  const { token } = grand;
  const { cohortId } = league;
  const leagues = [{ leagueId: league.id, order: 1 }];
  const forms = ['Pré-Médecine', 'Pré-Médecine'].map((name, index) => name.normalize(index ? 'NFD' : 'NFC'));
  const make = (name: string | undefined) =>
    Promise.all([
      api.call(createCohort, { token, body: { name } }),
      api.call(createLeague, { token, body: { name, cohortId } }),
      api.call(createSpecialization, { token, body: { name, cohortId, leagues } }),
    ]);
  const [first, second] = [await make(forms[0]), await make(forms[1])];
  expect(first.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(first[1]?.body.data.name).toBe(forms[0]);
  expect(second.map(({ status }) => status)).toEqual([409, 409, 409]);
});
