import { afterAll, beforeAll, expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import { applyLeagueFiles, type LeagueFile, previewLeagueFiles } from '#contract/league-files.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { rebuildCounters } from '../learning/recount.ts';
import { inTransaction, queryRows } from '../platform/db/client.ts';
import type { TestLeague } from './leagues.ts';
import { makeApp, type TestApp, type TestReply } from './make-app.ts';
import { addPerson, type Person } from './people.ts';
import { unpack } from './zip.ts';

interface Applying {
  token?: string;
  asNew?: boolean;
  acceptLoss?: boolean;
  /** That of a preview made just now, unless given. */
  fingerprint?: string;
  /** Idempotency-Key. */
  key?: string;
}

type Tables = 'leagues' | 'weeks' | 'sections' | 'resources' | 'assignments' | 'records' | 'sectionRecords';

/** A league in files, through the front door, by a Grand Pathfinder unless another token is given. */
export interface FilesBench {
  api: TestApp;
  grand: Person;
  exportFiles(league: { id: string }, token?: string): Promise<LeagueFile[]>;
  preview(
    league: { id: string },
    files: LeagueFile[],
    options?: Pick<Applying, 'token' | 'asNew'>,
  ): Promise<TestReply>;
  apply(league: { id: string }, files: LeagueFile[], options?: Applying): Promise<TestReply>;
  /** Every column of a league and what it holds, and all records of learners. */
  dump(leagueId: string): Promise<Record<Tables, Record<string, unknown>[]>>;
  /** Completes, notes or marks resources as learners do, straight in the history; `settle` makes records of it. */
  learn(
    person: Person,
    league: TestLeague,
    ids: string[],
    kind?: string,
    note?: string | null,
  ): Promise<void>;
  settle(): Promise<void>;
  drift(): Promise<number>;
}

/** A bench for the tests of a file, open from before the first until after the last. */
export function makeFilesBench(): FilesBench {
  const bench = {} as FilesBench;
  beforeAll(async () => {
    Object.assign(bench, await openFilesBench());
  });
  afterAll(() => bench.api.close());
  return bench;
}

async function openFilesBench(): Promise<FilesBench> {
  const api = await makeApp();
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const all = (query: ReturnType<typeof sql>) => queryRows<Record<string, unknown>>(api.db, query);
  const preview: FilesBench['preview'] = (league, files, { token = grand.token, asNew = false } = {}) =>
    api.call(previewLeagueFiles, { token, params: { id: league.id }, body: { files, asNew } });
  return {
    api,
    grand,
    preview,
    exportFiles: async (league, token = grand.token) => {
      const reply = await api.request(`/api/admin/leagues/${league.id}/files`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toContain('application/zip');
      const files = await unpack(new Uint8Array(await reply.arrayBuffer()));
      return Object.entries(files).map(([path, text]) => ({ path: path.replace(/^[^/]+\//, ''), text }));
    },
    apply: async (
      league,
      files,
      { token = grand.token, asNew = false, acceptLoss = false, ...rest } = {},
    ) => {
      const fingerprint =
        rest.fingerprint ?? (await preview(league, files, { token, asNew })).body.data?.fingerprint;
      return api.call(applyLeagueFiles, {
        token,
        params: { id: league.id },
        body: { files, asNew, acceptLoss, fingerprint },
        headers: rest.key ? { 'idempotency-key': rest.key } : {},
      });
    },
    dump: async (id) => ({
      leagues: await all(sql`select * from leagues where id = ${id}`),
      weeks: await all(sql`select * from weeks where league_id = ${id} order by id`),
      sections: await all(
        sql`select s.* from sections s join weeks w on w.id = s.week_id where w.league_id = ${id} order by s.id`,
      ),
      resources: await all(
        sql`select r.* from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
          where w.league_id = ${id} order by r.id`,
      ),
      assignments: await all(sql`select * from assignments where league_id = ${id}`),
      records: await all(sql`select * from resource_progress order by id`),
      sectionRecords: await all(sql`select * from section_progress order by user_id, section_id`),
    }),
    learn: async (person, league, ids, kind = 'COMPLETED', note = null) => {
      const sections = league.weeks.flatMap((week) => week.sections);
      for (const id of ids) {
        const section = sections.find(({ resources }) => resources.some((resource) => resource.id === id));
        await api.db.execute(sql`
          insert into progress_events (user_id, resource_id, section_id, league_id, kind, personal_note)
          values (${person.id}, ${id}, ${section?.id ?? ''}, ${league.id}, ${kind}, ${note})`);
      }
    },
    settle: () => inTransaction(api.db, (tx) => rebuildCounters(tx, api.config.TIME_ZONE)),
    drift: async () => {
      const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
      return drifts.reduce((sum, one) => sum + one.drift, 0);
    },
  };
}

/** The first file of such a path with its text edited. */
export function edit(files: LeagueFile[], path: RegExp, change: (text: string) => string): LeagueFile[] {
  const index = files.findIndex((file) => path.test(file.path));
  expect(index, String(path)).not.toBe(-1);
  return files.map((file, at) => (at === index ? { ...file, text: change(file.text) } : file));
}

export const without = (files: LeagueFile[], path: RegExp) => files.filter((file) => !path.test(file.path));

/** The ids of the resources of a week, or of one of its sections. */
export const idsOf = (league: TestLeague, week: number, section?: number) =>
  (league.weeks[week]?.sections ?? [])
    .filter((_, index) => section === undefined || index === section)
    .flatMap(({ resources }) => resources.map(({ id }) => id));

/** The file of the first topic of a league of `addLeague`. */
export const FIRST_TOPIC = /modules\/01-week-1\/topics\/01-[^/]+\/topic\.json/;
