import { INTEGER_MAX } from '#contract/constants.ts';

import {
  FILE_PROBLEMS_MAX,
  LEAGUE_FILES_ERRORS,
  type LeagueFile,
  type LeagueFilesPreview,
} from '#contract/league-files.ts';
import type { Database } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { toFingerprint } from '../../platform/http/preview-apply.ts';
import { compareLeagues, type Plan } from './compare.ts';
import { addIssue, type Issues } from './folder.ts';
import { fromFiles } from './from-files.ts';
import { type Impact, measureImpact } from './learners.ts';
import { loadLeague } from './load.ts';
import { assignIds } from './rows.ts';
import { toFiles } from './to-files.ts';
import type { LeagueNode } from './tree.ts';
import { type Rights, validateLeague } from './validate.ts';

export interface ImportRequest {
  leagueId: string;
  files: readonly LeagueFile[];
  /** Appends everything to the league under new ids. */
  asNew: boolean;
  rights: Rights;
}

export interface Prepared {
  fingerprint: string;
  preview: LeagueFilesPreview;
  plan: Plan;
  after: LeagueNode;
  newIds: Set<string>;
}

/** Lock the league first. Throws CURRICULUM_FILES_INVALID with every problem. */
export async function prepareImport(tx: Database, request: ImportRequest): Promise<Prepared> {
  const { leagueId, files, asNew, rights } = request;
  const before = await loadLeague(tx, leagueId);
  const read = fromFiles(files, asNew ? null : before);
  if (!read.league) throw toRefusal(read.problems);
  const after = asNew && before ? toCopy(before, read.league) : read.league;
  const problems: Issues = [];
  if (after.id !== null && after.id !== leagueId) {
    addIssue(
      problems,
      'league.json',
      'id',
      `${leagueId}, or none: these are the files of another league; import them as new things to copy it`,
    );
  }
  after.id = leagueId;
  if (after.weeks.some(({ order }) => order > INTEGER_MAX)) {
    addIssue(
      problems,
      'league.json',
      null,
      `places behind module ${before?.weeks.at(-1)?.order}: there are none`,
    );
  }
  if (problems.length === 0) {
    problems.push(...(await validateLeague(tx, { leagueId, before, after, rights, fileOf: read.fileOf })));
  }
  if (problems.length > 0) throw toRefusal(problems);
  const printed = [before ? toFiles(before) : null, toFiles(after)];
  const newIds = assignIds(after);
  const plan = compareLeagues(before, after, { newIds, fileOf: read.fileOf });
  const impact = await measureImpact(tx, leagueId, plan, newIds);
  const { completions, notes, marks } = impact.learners;
  const fingerprint = toFingerprint([leagueId, asNew, printed, completions, notes, marks]);
  const preview = toPreview(leagueId, before ?? after, { plan, impact, fingerprint });
  return { plan, after, newIds, preview, fingerprint };
}

function toPreview(
  id: string,
  { name }: LeagueNode,
  { plan, impact, fingerprint }: { plan: Plan; impact: Impact; fingerprint: string },
): LeagueFilesPreview {
  const emptied = new Set(plan.sections.removed.map((row) => row.parentId));
  return {
    league: { id, name },
    counts: plan.counts,
    changes: plan.changes.map((change) =>
      change.action === 'removed' && change.id
        ? { ...change, people: impact.peopleOf.get(change.id) ?? 0 }
        : change,
    ),
    learners: impact.learners,
    needsConfirmation: impact.learners.touched > 0 || plan.weeks.removed.some((row) => emptied.has(row.id)),
    fingerprint,
  };
}

export function toCopy(before: LeagueNode, read: LeagueNode): LeagueNode {
  const last = before.weeks.at(-1)?.order ?? 0;
  for (const [index, week] of read.weeks.entries()) {
    week.id = null;
    week.order = last + index + 1;
    for (const section of week.sections) {
      section.id = null;
      for (const resource of section.resources) resource.id = null;
    }
  }
  const assignment = before.assignment ?? (read.assignment ? { ...read.assignment, id: null } : null);
  return { ...before, assignment, weeks: [...before.weeks, ...read.weeks] };
}

function toRefusal(problems: Issues): ApiError {
  const count = problems.length;
  return new ApiError(LEAGUE_FILES_ERRORS.CURRICULUM_FILES_INVALID, {
    values: { count: count === 1 ? '1 thing' : `${count} things` },
    extras: { problems: problems.slice(0, FILE_PROBLEMS_MAX), problemsCount: count },
  });
}
