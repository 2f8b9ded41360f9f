import { exportUsers } from '#contract/admin-users.ts';
import { exportAssignments } from '#contract/assignments.ts';
import type { Call } from '#contract/call.ts';
import { exportCertificates } from '#contract/certificates.ts';
import { exportCohorts } from '#contract/cohorts.ts';
import { exportLeagues } from '#contract/leagues.ts';
import { exportMailDomains } from '#contract/mail.ts';
import { exportCompletion } from '#contract/reports.ts';
import { exportResources } from '#contract/resources.ts';
import { exportSubmissions } from '#contract/review-queue.ts';
import { exportSections } from '#contract/sections.ts';
import { exportSpecializations } from '#contract/specializations.ts';
import { exportWeeks } from '#contract/weeks.ts';
import { requireUserManager } from '../../accounts/users/managers.ts';
import type { Guard } from '../../platform/access/guard.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { requireAnalytics } from '../analytics/visible.ts';
import { nameByDay } from './file.ts';
import * as lists from './lists.ts';

/** CSV exports of staff lists (docs/decisions/0025); each has the access rule of its list. */
export function exportRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  const serve = <Query>(
    call: Call<undefined, Query>,
    write: lists.WriteList<Call<undefined, Query>>,
    guard?: Guard,
  ) => {
    const timeZone = config.TIME_ZONE;
    const answer = async ({ actor, requestInfo, query }: Omit<lists.Asked<Query>, 'db' | 'timeZone'>) => {
      const file = await write({ db, actor, requestInfo, query, timeZone } as Parameters<typeof write>[0]);
      return nameByDay(file, timeZone);
    };
    router.serve(call, answer, guard);
  };
  const managersOnly: Guard = ({ actor }) => requireUserManager(db, actor);
  const analystsOnly: Guard = async ({ actor }) => {
    await requireAnalytics(db, actor);
  };

  serve(exportUsers, lists.writeUsers, managersOnly);
  serve(exportCohorts, lists.writeCohorts);
  serve(exportLeagues, lists.writeLeagues);
  serve(exportSpecializations, lists.writeSpecializations);
  serve(exportWeeks, lists.writeWeeks);
  serve(exportSections, lists.writeSections);
  serve(exportResources, lists.writeResources);
  serve(exportAssignments, lists.writeAssignments);
  serve(exportSubmissions, lists.writeSubmissions);
  serve(exportCertificates, lists.writeCertificates);
  serve(exportMailDomains, lists.writeMailDomains);
  serve(exportCompletion, lists.writeCompletion, analystsOnly);
}
