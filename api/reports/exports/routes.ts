import { exportUsers } from '#contract/admin-users.ts';
import { ASSIGNMENT_LIST, exportAssignments } from '#contract/assignments.ts';
import type { Call } from '#contract/call.ts';
import { exportCertificates } from '#contract/certificates.ts';
import { COHORT_LIST, exportCohorts } from '#contract/cohorts.ts';
import { exportRegistrations } from '#contract/events.ts';
import type { ExportQuery } from '#contract/exports.ts';
import { exportLeagueLearners } from '#contract/league-learners.ts';
import { exportLeagues, LEAGUE_LIST } from '#contract/leagues.ts';
import { filterRows, type ListRules, sortRows } from '#contract/list-rules.ts';
import { exportMailDomains, MAIL_DOMAIN_LIST } from '#contract/mail.ts';
import { exportCompletion } from '#contract/reports.ts';
import { exportResources } from '#contract/resources.ts';
import { exportSubmissions } from '#contract/review-queue.ts';
import { exportSections, SECTION_LIST } from '#contract/sections.ts';
import { exportSpecializations, SPECIALIZATION_LIST } from '#contract/specializations.ts';
import { exportWeeks, WEEK_LIST } from '#contract/weeks.ts';
import { findUsers } from '../../accounts/users/list.ts';
import { requireUserManager } from '../../accounts/users/managers.ts';
import { findQueue } from '../../assignments/queue.ts';
import { listAllAssignmentRows } from '../../assignments/service.ts';
import { findCertificateRows } from '../../awards/certificates/staff.ts';
import { findRegistrations } from '../../community/events/door.ts';
import { guardEvent } from '../../community/events/staff.ts';
import { listCohorts } from '../../curriculum/cohorts/service.ts';
import { listLeagues } from '../../curriculum/leagues/service.ts';
import { findResources } from '../../curriculum/resources/service.ts';
import { findSections } from '../../curriculum/sections/service.ts';
import { listSpecializations } from '../../curriculum/specializations/service.ts';
import { listWeeks } from '../../curriculum/weeks/service.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import type { Database } from '../../platform/db/client.ts';
import { type Listing, readInBatches } from '../../platform/db/paging.ts';
import type { FileReply } from '../../platform/http/reply.ts';
import type { ApiRouter, SignedInContext } from '../../platform/http/router.ts';
import { listMailDomains } from '../../platform/mail/mail-domains.ts';
import { readCompletionReport } from '../analytics/completion.ts';
import { requireAnalytics } from '../analytics/visible.ts';
import { guardLearners } from '../learners/routes.ts';
import { findLearners } from '../learners/service.ts';
import * as columns from './columns.ts';
import { type Batches, type Columns, inOneBatch, nameByDay, toCsvFile } from './file.ts';

interface Asked<Query> extends SignedInContext<undefined, Query> {
  toFile<Row>(columns: Columns<Row>, batches: Batches<Row>): Promise<FileReply>;
  /** For lists of personal data. */
  toAuditedFile<Row extends { id: string }>(
    action: string,
    columns: Columns<Row>,
    found: Listing<Row>,
  ): Promise<FileReply>;
}

const WHOLE = { page: 1, limit: null };

/** CSV exports of staff lists (docs/decisions/0025); each has the access rule of its list. */
export function exportRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  const timeZone = config.TIME_ZONE;
  const serve = <Query>(
    call: Call<undefined, Query>,
    list: string,
    write: (asked: Asked<Query>) => Promise<FileReply>,
    guard?: Guard<Record<string, string>>,
  ) => {
    const answer = async (context: SignedInContext<undefined, Query>) => {
      const file = await write({
        ...context,
        toFile: (heads, batches) => toCsvFile({ list, timeZone }, heads, batches),
        toAuditedFile: (action, heads, found) =>
          toCsvFile({ list, timeZone }, heads, readInBatches(found), () =>
            recordExport(db, context, action, found.ids.length),
          ),
      });
      return nameByDay(file, timeZone);
    };
    router.serve(call, answer, guard);
  };
  const managersOnly: Guard = ({ actor }) => requireUserManager(db, actor);
  const analystsOnly: Guard = async ({ actor }) => {
    await requireAnalytics(db, actor);
  };

  serve(
    exportUsers,
    'users',
    async ({ query, toAuditedFile }) =>
      toAuditedFile('USER_LIST_EXPORTED', columns.USER_COLUMNS, await findUsers(db, query)),
    managersOnly,
  );
  serve(exportCohorts, 'cohorts', async ({ query, toFile }) => {
    const { cohorts } = await listCohorts(db, WHOLE, null);
    return toFile(columns.COHORT_COLUMNS, filterList(cohorts, COHORT_LIST, query));
  });
  serve(exportLeagues, 'leagues', async ({ query, toFile }) => {
    const { leagues } = await listLeagues(db, WHOLE);
    return toFile(columns.LEAGUE_COLUMNS, filterList(leagues, LEAGUE_LIST, query));
  });
  serve(exportSpecializations, 'specializations', async ({ query, toFile }) => {
    const { specializations } = await listSpecializations(db, WHOLE, query.cohortId);
    return toFile(columns.SPECIALIZATION_COLUMNS, filterList(specializations, SPECIALIZATION_LIST, query));
  });
  serve(exportWeeks, 'modules', async ({ actor, query, toFile }) => {
    const { weeks } = await listWeeks(db, actor, WHOLE, query.leagueId);
    return toFile(columns.WEEK_COLUMNS, filterList(weeks, WEEK_LIST, query));
  });
  serve(exportSections, 'topics', async ({ actor, query, toFile }) => {
    const batches = readInBatches(await findSections(db, actor, query));
    return toFile(columns.SECTION_COLUMNS, searchBatches(batches, SECTION_LIST, query));
  });
  serve(exportResources, 'resources', async ({ actor, query, toFile }) =>
    toFile(columns.RESOURCE_COLUMNS, readInBatches(await findResources(db, actor, query))),
  );
  serve(exportAssignments, 'assignments', async ({ actor, query, toFile }) => {
    const rows = await listAllAssignmentRows(db, actor, query);
    return toFile(columns.ASSIGNMENT_COLUMNS, filterList(rows, ASSIGNMENT_LIST, query));
  });
  serve(exportSubmissions, 'submissions', async ({ actor, query, toAuditedFile }) =>
    toAuditedFile('SUBMISSION_LIST_EXPORTED', columns.SUBMISSION_COLUMNS, await findQueue(db, actor, query)),
  );
  serve(exportCertificates, 'certificates', async ({ actor, query, toAuditedFile }) => {
    const found = await findCertificateRows(db, actor, query);
    return toAuditedFile('CERTIFICATE_LIST_EXPORTED', columns.CERTIFICATE_COLUMNS, found);
  });
  serve(exportMailDomains, 'mail-domains', async ({ query, toFile }) =>
    toFile(columns.MAIL_DOMAIN_COLUMNS, filterList(await listMailDomains(db), MAIL_DOMAIN_LIST, query)),
  );
  serve(
    exportLeagueLearners,
    'learners',
    async ({ actor, params: { id = '' }, query, toAuditedFile }) => {
      const found = await findLearners(db, actor, id, query);
      return toAuditedFile('LEARNER_LIST_EXPORTED', columns.LEARNER_COLUMNS, found);
    },
    ({ params: { id = '' }, ...asked }) => guardLearners(db)({ ...asked, params: { id } }),
  );
  serve(
    exportRegistrations,
    'registrations',
    async ({ params: { eventId = '' }, query, toAuditedFile }) =>
      toAuditedFile(
        'REGISTRATIONS_EXPORTED',
        columns.REGISTRATION_COLUMNS,
        await findRegistrations(db, eventId, query),
      ),
    ({ params: { eventId = '' }, ...asked }) =>
      guardEvent(db, 'canManageUsers')({ ...asked, params: { eventId } }),
  );
  serve(
    exportCompletion,
    'completion',
    async ({ actor, query, toFile }) => {
      const { leagues, league } = await readCompletionReport(db, actor, query);
      if (!league) return toFile(columns.COMPLETION_COLUMNS, inOneBatch(leagues));
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
      return toFile(columns.COMPLETION_STEP_COLUMNS, inOneBatch(steps));
    },
    analystsOnly,
  );
}

// Records who exported personal data, before the first row is sent. The search text may name somebody else and is not
// stored.
async function recordExport(
  db: Database,
  { actor, requestInfo, params, query }: SignedInContext<undefined, unknown>,
  action: string,
  rows: number,
): Promise<void> {
  const { page: _page, limit: _limit, search, ...filters } = query as Record<string, string | undefined>;
  const league = params.id ? { leagueId: params.id } : {};
  const event = params.eventId ? { eventId: params.eventId } : {};
  const metadata = { rows, ...league, ...event, ...filters, ...(search?.trim() ? { searched: true } : {}) };
  await recordAudit(db, { actorId: actor.id, action, metadata, requestInfo });
}

/** Returns the rows that the list's screen would show, in its order. */
function filterList<Row>(
  rows: readonly Row[],
  { searched, filters: matches, sorts }: ListRules<Row>,
  { search = '', sort = '', direction, ...filters }: ExportQuery & Record<string, string | undefined>,
): Batches<Row> {
  const set = Object.fromEntries(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value ?? '')]),
  );
  const left = filterRows(rows, { search, filters: set }, { searched, matches });
  const order = Object.hasOwn(sorts, sort) ? sorts[sort] : undefined;
  return inOneBatch(sortRows(left, order, direction === 'desc' ? 'desc' : 'asc'));
}

async function* searchBatches<Row>(
  batches: Batches<Row>,
  { searched }: ListRules<Row>,
  { search = '' }: ExportQuery,
): Batches<Row> {
  for await (const rows of batches) yield filterRows(rows, { search, filters: {} }, { searched });
}
