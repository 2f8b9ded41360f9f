import type { Assignment } from '#contract/assignments.ts';
import type { HeldCertificate } from '#contract/certificates.ts';
import type { MySubmission } from '#contract/submissions.ts';
import type { AssignmentView } from './assignment.ts';
import { isExpiredLeague, toEndedAt } from './expiry.ts';
import { type ProgressSum, type ResourceProgress, toProgressSum, toResourceProgress } from './progress.ts';

export interface ResourceView {
  id: string;
  title: string;
  url: string;
  type: string;
  minutes: number | null;
  progress: ResourceProgress;
}

export interface SectionView {
  id: string;
  name: string;
  description?: string | null;
  resources: ResourceView[];
}

export interface WeekView {
  id: string;
  name: string;
  description?: string | null;
  sections: SectionView[];
}

/** A league as its page shows it. */
export interface LeagueView {
  id: string;
  name: string;
  description: string | null;
  isOver?: boolean;
  endedAt?: string | null;
  /** False if the server said that there is none. */
  mayHaveAssignment: boolean;
  /** Undefined if the reply does not mention it. */
  task?: AssignmentView | undefined;
  weeks: WeekView[];
  /** Resource completed last; null for none. */
  lastDoneId?: string | null;
  /** What completing the league earned; null before that. */
  certificate?: HeldCertificate | null;
  /** Whether the badge is still to be earned. */
  hasOpenBadge?: boolean;
}

/** Required parts of a league progress reply; a missing list counts as empty. */
interface Reply {
  league?: {
    name: string;
    description?: string | null;
    isExpired?: boolean;
    expiresAt?: string | null;
    hasAssignment?: boolean;
  } | null;
  progress?: { weeks?: readonly WeekReply[] | null } | null;
  assignment?: Assignment | null;
  submissions?: readonly MySubmission[];
  certificate?: HeldCertificate | null;
  badge?: { earnedAt: string | null } | null;
}
interface WeekReply {
  id: string;
  name: string;
  description?: string | null;
  sections?: readonly SectionReply[] | null;
}
interface SectionReply {
  id: string;
  name: string;
  description?: string | null;
  resources?: readonly ResourceReply[] | null;
}
interface ResourceReply {
  id: string;
  title: string;
  url: string;
  type: string;
  minutes?: number | null;
  progress?: (Partial<ResourceProgress> & { completedAt?: string | null }) | null;
}

/** Null for a reply without a league or progress (LPROG-15, docs/product.md OPEN-53). */
export function toLeagueView(leagueId: string, reply: Reply | null | undefined): LeagueView | null {
  if (!reply?.league || !reply.progress) return null;
  return {
    id: leagueId,
    name: reply.league.name,
    description: reply.league.description ?? null,
    ...(isExpiredLeague(reply.league) ? { isOver: true, endedAt: toEndedAt(reply.league) } : {}),
    mayHaveAssignment: reply.league.hasAssignment !== false,
    ...(reply.assignment === undefined
      ? {}
      : { task: { assignment: reply.assignment, submissions: reply.submissions ?? [] } }),
    ...(reply.certificate ? { certificate: reply.certificate } : {}),
    ...(reply.badge && !reply.badge.earnedAt ? { hasOpenBadge: true } : {}),
    lastDoneId: findLastDone(reply.progress.weeks ?? []),
    weeks: (reply.progress.weeks ?? []).map((week) => ({
      id: week.id,
      name: week.name,
      ...(week.description ? { description: week.description } : {}),
      sections: (week.sections ?? []).map((section) => ({
        id: section.id,
        name: section.name,
        ...(section.description ? { description: section.description } : {}),
        resources: (section.resources ?? []).map(toResourceView),
      })),
    })),
  };
}

/** Moments in ISO 8601 and UTC sort as text. */
function findLastDone(weeks: readonly WeekReply[]): string | null {
  let last: { id: string; at: string } | null = null;
  for (const week of weeks) {
    for (const section of week.sections ?? []) {
      for (const { id, progress } of section.resources ?? []) {
        const at = progress?.completedAt;
        if (at && (!last || at >= last.at)) last = { id, at };
      }
    }
  }
  return last?.id ?? null;
}

function toResourceView({ id, title, url, type, minutes, progress }: ResourceReply): ResourceView {
  return { id, title, url, type, minutes: minutes ?? null, progress: toResourceProgress(progress) };
}

/** No weeks, or none with a section (LPROG-13). */
export function hasNoContent(league: LeagueView): boolean {
  return league.weeks.every((week) => week.sections.length === 0);
}

/** All descriptions as one text. */
export function toDescriptions(league: LeagueView): string {
  const weeks = league.weeks.flatMap((week) => [week, ...week.sections]);
  return [league, ...weeks].map(({ description }) => description).join('\n');
}

/** All resources of a week, in order. */
export function resourcesOf(week: WeekView): ResourceView[] {
  return week.sections.flatMap((section) => section.resources);
}

/** The progress over a whole league (LPROG-03). */
export function toLeagueSum(league: LeagueView): ProgressSum {
  return toProgressSum(league.weeks.flatMap(resourcesOf));
}

/** A section of the league, or null. */
export function findSection(league: LeagueView, sectionId: string): SectionView | null {
  return league.weeks.flatMap((week) => week.sections).find(({ id }) => id === sectionId) ?? null;
}

export interface Place {
  week: WeekView;
  section: SectionView;
  resource: ResourceView;
}

/** Where a resource stands in the league, or null. */
export function findPlace(league: LeagueView, isWanted: (resource: ResourceView) => boolean): Place | null {
  for (const week of league.weeks) {
    for (const section of week.sections) {
      const resource = section.resources.find(isWanted);
      if (resource) return { week, section, resource };
    }
  }
  return null;
}

/** The first open resource after the last one done, else the first open one; null when all are done. */
export function findNextResource(league: LeagueView, lastDoneId: string | null = null): Place | null {
  let isPast = lastDoneId === null;
  const next = findPlace(league, ({ id, progress }) => {
    const isNext = isPast && !progress.isCompleted;
    isPast ||= id === lastDoneId;
    return isNext;
  });
  return next ?? findPlace(league, ({ progress }) => !progress.isCompleted);
}

/** Changes one resource's progress; all other objects stay the same. */
export function withProgress(
  league: LeagueView,
  resourceId: string,
  change: (progress: ResourceProgress) => ResourceProgress,
): LeagueView {
  return {
    ...league,
    weeks: league.weeks.map((week) => {
      const sections = week.sections.map((section) => withSectionProgress(section, resourceId, change));
      return sections.some((section, index) => section !== week.sections[index])
        ? { ...week, sections }
        : week;
    }),
  };
}

function withSectionProgress(
  section: SectionView,
  resourceId: string,
  change: (progress: ResourceProgress) => ResourceProgress,
): SectionView {
  if (!section.resources.some(({ id }) => id === resourceId)) return section;
  return {
    ...section,
    resources: section.resources.map((resource) =>
      resource.id === resourceId ? { ...resource, progress: change(resource.progress) } : resource,
    ),
  };
}
