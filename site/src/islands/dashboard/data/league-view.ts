import type { HeldCertificate } from '#contract/certificates.ts';
import type { LeagueProgress } from '#contract/learning.ts';
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

export interface LeagueView {
  id: string;
  name: string;
  description: string | null;
  isOver?: boolean;
  endedAt?: string | null;
  /** False if the server said that there is no assignment. */
  mayHaveAssignment: boolean;
  task?: AssignmentView | undefined;
  weeks: WeekView[];
  lastDoneId?: string | null;
  certificate?: HeldCertificate | null;
  hasOpenBadge?: boolean;
  /** Nothing can be changed. */
  isPreview?: boolean;
}

type Week = LeagueProgress['progress']['weeks'][number];
type Resource = Week['sections'][number]['resources'][number];

/** Null for a reply without a league or progress; missing lists count as empty (docs/product.md OPEN-53). */
export function toLeagueView(
  leagueId: string,
  reply: Partial<LeagueProgress> | null | undefined,
): LeagueView | null {
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

// UTC timestamps in ISO 8601 sort as text.
function findLastDone(weeks: readonly Week[]): string | null {
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

function toResourceView({ id, title, url, type, minutes, progress }: Resource): ResourceView {
  return { id, title, url, type, minutes: minutes ?? null, progress: toResourceProgress(progress) };
}

export function hasNoContent(league: LeagueView): boolean {
  return league.weeks.every((week) => week.sections.length === 0);
}

export function toDescriptions(league: LeagueView): string {
  const weeks = league.weeks.flatMap((week) => [week, ...week.sections]);
  return [league, ...weeks].map(({ description }) => description).join('\n');
}

export function resourcesOf(week: WeekView): ResourceView[] {
  return week.sections.flatMap((section) => section.resources);
}

export function toLeagueSum(league: LeagueView): ProgressSum {
  return toProgressSum(league.weeks.flatMap(resourcesOf));
}

export function findSection(league: LeagueView, sectionId: string): SectionView | null {
  return league.weeks.flatMap((week) => week.sections).find(({ id }) => id === sectionId) ?? null;
}

export interface Place {
  week: WeekView;
  section: SectionView;
  resource: ResourceView;
}

export function findPlace(league: LeagueView, isWanted: (resource: ResourceView) => boolean): Place | null {
  for (const week of league.weeks) {
    for (const section of week.sections) {
      const resource = section.resources.find(isWanted);
      if (resource) return { week, section, resource };
    }
  }
  return null;
}

/** First open resource after the last completed one, else the first open one. */
export function findNextResource(league: LeagueView, lastDoneId: string | null = null): Place | null {
  let isPast = lastDoneId === null;
  const next = findPlace(league, ({ id, progress }) => {
    const isNext = isPast && !progress.isCompleted;
    isPast ||= id === lastDoneId;
    return isNext;
  });
  return next ?? findPlace(league, ({ progress }) => !progress.isCompleted);
}

/** Changes one resource and keeps the identity of all other objects. */
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
