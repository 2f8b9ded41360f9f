import type { exportUsers } from '#contract/admin-users.ts';
import { ASSIGNMENT_LIST, type exportAssignments } from '#contract/assignments.ts';
import type { Call } from '#contract/call.ts';
import type { exportCertificates } from '#contract/certificates.ts';
import { COHORT_LIST, type exportCohorts } from '#contract/cohorts.ts';
import type { ExportQuery } from '#contract/exports.ts';
import { type exportLeagues, LEAGUE_LIST } from '#contract/leagues.ts';
import { filterRows, type ListRules, sortRows } from '#contract/list-rules.ts';
import { type exportMailDomains, MAIL_DOMAIN_LIST } from '#contract/mail.ts';
import type { exportCompletion } from '#contract/reports.ts';
import type { exportResources } from '#contract/resources.ts';
import type { exportSubmissions } from '#contract/review-queue.ts';
import { type exportSections, SECTION_LIST } from '#contract/sections.ts';
import { type exportSpecializations, SPECIALIZATION_LIST } from '#contract/specializations.ts';
import { type exportWeeks, WEEK_LIST } from '#contract/weeks.ts';
import { findUsers } from '../../accounts/users/list.ts';
import { findQueue } from '../../assignments/queue.ts';
import { listAllAssignmentRows } from '../../assignments/service.ts';
import { findCertificateRows } from '../../awards/certificates/staff.ts';
import { listCohorts } from '../../curriculum/cohorts/service.ts';
import { listLeagues } from '../../curriculum/leagues/service.ts';
import { findResources } from '../../curriculum/resources/service.ts';
import { findSections } from '../../curriculum/sections/service.ts';
import { listSpecializations } from '../../curriculum/specializations/service.ts';
import { listWeeks } from '../../curriculum/weeks/service.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import type { Database } from '../../platform/db/client.ts';
import { readInBatches } from '../../platform/db/paging.ts';
import type { FileReply } from '../../platform/http/reply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { listMailDomains } from '../../platform/mail/mail-domains.ts';
import { readCompletionReport } from '../analytics/completion.ts';
import * as columns from './columns.ts';
import { inOneBatch, toCsvFile } from './file.ts';

type QueryOf<C> = C extends Call<infer _B, infer Query> ? Query : never;

export interface Asked<Query> {
  db: Database;
  actor: Actor;
  requestInfo: RequestInfo;
  query: Query;
  timeZone: string;
}

export type WriteList<C> = (asked: Asked<QueryOf<C>>) => Promise<FileReply>;

const WHOLE = { page: 1, limit: null };

export const writeUsers: WriteList<typeof exportUsers> = async (asked) => {
  const { timeZone } = asked;
  const found = await findUsers(asked.db, asked.query);
  const record = () => recordExport(asked, 'USER_LIST_EXPORTED', found.ids.length);
  return toCsvFile({ list: 'users', timeZone }, columns.USER_COLUMNS, readInBatches(found), record);
};

export const writeSubmissions: WriteList<typeof exportSubmissions> = async (asked) => {
  const { timeZone } = asked;
  const found = await findQueue(asked.db, asked.actor, asked.query);
  const record = () => recordExport(asked, 'SUBMISSION_LIST_EXPORTED', found.ids.length);
  return toCsvFile(
    { list: 'submissions', timeZone },
    columns.SUBMISSION_COLUMNS,
    readInBatches(found),
    record,
  );
};

export const writeCertificates: WriteList<typeof exportCertificates> = async (asked) => {
  const { timeZone } = asked;
  const found = await findCertificateRows(asked.db, asked.actor, asked.query);
  const record = () => recordExport(asked, 'CERTIFICATE_LIST_EXPORTED', found.ids.length);
  return toCsvFile(
    { list: 'certificates', timeZone },
    columns.CERTIFICATE_COLUMNS,
    readInBatches(found),
    record,
  );
};

export const writeCohorts: WriteList<typeof exportCohorts> = async ({ db, query, timeZone }) => {
  const { cohorts } = await listCohorts(db, WHOLE, null);
  return toCsvFile(
    { list: 'cohorts', timeZone },
    columns.COHORT_COLUMNS,
    inOneBatch(filterList(cohorts, COHORT_LIST, query)),
  );
};

export const writeLeagues: WriteList<typeof exportLeagues> = async ({ db, query, timeZone }) => {
  const { leagues } = await listLeagues(db, WHOLE);
  return toCsvFile(
    { list: 'leagues', timeZone },
    columns.LEAGUE_COLUMNS,
    inOneBatch(filterList(leagues, LEAGUE_LIST, query)),
  );
};

export const writeSpecializations: WriteList<typeof exportSpecializations> = async ({
  db,
  query,
  timeZone,
}) => {
  const { specializations } = await listSpecializations(db, WHOLE, query.cohortId);
  const rows = filterList(specializations, SPECIALIZATION_LIST, query);
  return toCsvFile({ list: 'specializations', timeZone }, columns.SPECIALIZATION_COLUMNS, inOneBatch(rows));
};

export const writeWeeks: WriteList<typeof exportWeeks> = async ({ db, actor, query, timeZone }) => {
  const { weeks } = await listWeeks(db, actor, WHOLE, query.leagueId);
  return toCsvFile(
    { list: 'modules', timeZone },
    columns.WEEK_COLUMNS,
    inOneBatch(filterList(weeks, WEEK_LIST, query)),
  );
};

export const writeSections: WriteList<typeof exportSections> = async ({ db, actor, query, timeZone }) => {
  const batches = readInBatches(await findSections(db, actor, query));
  return toCsvFile(
    { list: 'topics', timeZone },
    columns.SECTION_COLUMNS,
    searchBatches(batches, SECTION_LIST, query),
  );
};

export const writeResources: WriteList<typeof exportResources> = async ({ db, actor, query, timeZone }) => {
  const batches = readInBatches(await findResources(db, actor, query));
  return toCsvFile({ list: 'resources', timeZone }, columns.RESOURCE_COLUMNS, batches);
};

export const writeAssignments: WriteList<typeof exportAssignments> = async ({
  db,
  actor,
  query,
  timeZone,
}) => {
  const rows = await listAllAssignmentRows(db, actor, query);
  const left = filterList(rows, ASSIGNMENT_LIST, query);
  return toCsvFile({ list: 'assignments', timeZone }, columns.ASSIGNMENT_COLUMNS, inOneBatch(left));
};

export const writeMailDomains: WriteList<typeof exportMailDomains> = async ({ db, query, timeZone }) => {
  const rows = filterList(await listMailDomains(db), MAIL_DOMAIN_LIST, query);
  return toCsvFile({ list: 'mail-domains', timeZone }, columns.MAIL_DOMAIN_COLUMNS, inOneBatch(rows));
};

export const writeCompletion: WriteList<typeof exportCompletion> = async ({ db, actor, query, timeZone }) => {
  const { leagues, league } = await readCompletionReport(db, actor, query);
  if (!league)
    return toCsvFile({ list: 'completion', timeZone }, columns.COMPLETION_COLUMNS, inOneBatch(leagues));
  const steps = league.weeks.flatMap(({ sections, ...week }): columns.CompletionStep[] => [
    { week, section: null, started: week.started, finished: week.finished, stopped: null },
    ...sections.map(({ started, finished, stopped, ...section }) => ({
      week,
      section,
      started,
      finished,
      stopped,
    })),
  ]);
  return toCsvFile({ list: 'completion', timeZone }, columns.COMPLETION_STEP_COLUMNS, inOneBatch(steps));
};

// Records who exported personal data, before the first row is sent. The search text may name somebody else and is not
// stored.
async function recordExport(
  {
    db,
    actor,
    requestInfo,
    query,
  }: Omit<Asked<{ search?: string; page?: string; limit?: string }>, 'timeZone'>,
  action: string,
  rows: number,
): Promise<void> {
  const { page: _page, limit: _limit, search, ...filters } = query;
  const metadata = { rows, ...filters, ...(search?.trim() ? { searched: true } : {}) };
  await recordAudit(db, { actorId: actor.id, action, metadata, requestInfo });
}

/** Returns the rows that the list's screen would show, in its order. */
function filterList<Row>(
  rows: readonly Row[],
  { searched, filters: matches, sorts }: ListRules<Row>,
  { search = '', sort = '', direction, ...filters }: ExportQuery & Record<string, string | undefined>,
): readonly Row[] {
  const set = Object.fromEntries(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value ?? '')]),
  );
  const left = filterRows(rows, { search, filters: set }, { searched, matches });
  return sortRows(
    left,
    Object.hasOwn(sorts, sort) ? sorts[sort] : undefined,
    direction === 'desc' ? 'desc' : 'asc',
  );
}

async function* searchBatches<Row>(
  batches: AsyncGenerator<readonly Row[], void>,
  { searched }: ListRules<Row>,
  { search = '' }: ExportQuery,
): AsyncGenerator<readonly Row[], void> {
  for await (const rows of batches) yield filterRows(rows, { search, filters: {} }, { searched });
}
