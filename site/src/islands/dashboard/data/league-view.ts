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
  /** Whether it is over, and since when where that is known. */
  isOver?: boolean;
  endedAt?: string | null;
  /** False where the server said that there is none; the panel then asks for nothing. */
  mayHaveAssignment: boolean;
  /** The assignment with the learner's answers; undefined where the reply says nothing of it. */
  task?: AssignmentView | undefined;
  weeks: WeekView[];
  /** The resource completed last, as the reply has it; null with none. */
  lastDoneId?: string | null;
  /** What completing the league earned; null before that. */
  certificate?: HeldCertificate | null;
  /** The league has a badge that is not earned yet. */
  hasOpenBadge?: boolean;
}

/** What a league progress reply must carry; a list that is not there counts as empty. */
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
  progress?: (Partial<ResourceProgress> & { completedAt?: string | null }) | null;
}

/** The reply as a view; null when it carries no league or no progress at all (LPROG-15, docs/product.md OPEN-53). */
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

/** The resource completed last; moments in ISO 8601 and UTC stand in the order of their letters. */
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

function toResourceView({ id, title, url, type, progress }: ResourceReply): ResourceView {
  return { id, title, url, type, progress: toResourceProgress(progress) };
}

/** True for a league without anything to learn yet: no weeks, or none with a section (LPROG-13). */
export function hasNoContent(league: LeagueView): boolean {
  return league.weeks.every((week) => week.sections.length === 0);
}

/** What is said about the league, its weeks and their sections, as one text. */
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

/**
 * Where a learner goes on: the first open resource after the last one done, else the first open one; null when all are
 * done.
 */
export function findNextResource(league: LeagueView, lastDoneId: string | null = null): Place | null {
  let isPast = lastDoneId === null;
  const next = findPlace(league, ({ id, progress }) => {
    const isNext = isPast && !progress.isCompleted;
    isPast ||= id === lastDoneId;
    return isNext;
  });
  return next ?? findPlace(league, ({ progress }) => !progress.isCompleted);
}

/** The same league with one resource's progress changed; all other parts stay the very same objects. */
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
