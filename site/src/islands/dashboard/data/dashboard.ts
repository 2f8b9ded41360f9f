import { computed } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import { getDashboard } from '#contract/learning.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery } from '../../shared/query/query.ts';
import { isExpiredLeague, toEndedAt } from './expiry.ts';
import { percentageOf } from './progress.ts';

type Dashboard = DataOf<typeof getDashboard>;
type Enrollment = Dashboard['enrollments'][number];

export const dashboard = createQuery('dashboard', () => callApi(getDashboard), { offline: true });

export interface Share {
  done: number;
  total: number;
  percentage: number;
}

export interface ActiveLeague {
  enrollmentId: string;
  leagueId: string;
  name: string;
  description: string | null;
  sections: Share;
  resources: Share;
  weeks: number;
  modules: NonNullable<Enrollment['modules']>;
  enrolledAt: string;
  isExpired: boolean;
  endedAt: string | null;
}

/** The percentage counts resources (docs/product.md OPEN-48). */
export function toActiveLeague({
  id,
  league,
  progress,
  modules = [],
  enrolledAt,
  createdAt,
}: Enrollment): ActiveLeague {
  return {
    enrollmentId: id,
    leagueId: league.id,
    name: league.name,
    description: league.description,
    sections: toShare(progress.completedSections, progress.totalSections),
    resources: toShare(progress.completedResources, progress.totalResources),
    weeks: progress.weeksCount,
    modules,
    enrolledAt: enrolledAt ?? createdAt,
    isExpired: isExpiredLeague(league),
    endedAt: toEndedAt(league),
  };
}

// Removes duplicates: a learner may take one league in two cohorts, with the same progress.
function toActiveLeagues(newestFirst: readonly Enrollment[]): ActiveLeague[] {
  return [...new Map(newestFirst.map((one) => [one.league.id, toActiveLeague(one)])).values()];
}

/** Leagues with a next step first, then started ones by progress. Empty, finished and expired leagues come last. */
export function sortActiveLeagues(
  leagues: readonly ActiveLeague[],
  stepIds: readonly string[] = [],
): ActiveLeague[] {
  const places = new Map(stepIds.map((id, index) => [id, 100 + stepIds.length - index]));
  const weight = (league: ActiveLeague) => {
    if (league.isExpired) return -2;
    if (isFinished(league)) return -1;
    return places.get(league.leagueId) ?? league.resources.percentage;
  };
  return leagues.toSorted((a, b) => weight(b) - weight(a));
}

export function findNextUp(leagues: readonly ActiveLeague[]): ActiveLeague | null {
  const [first] = sortActiveLeagues(leagues);
  return first && !first.isExpired && !isFinished(first) && first.resources.done > 0 ? first : null;
}

/** A league without resources is never finished. */
export function isFinished({ resources }: ActiveLeague): boolean {
  return resources.total > 0 && resources.done >= resources.total;
}

export interface DashboardRings {
  leagues: Share;
  sections: Share;
  resources: Share;
}

export function toDashboardRings({ enrollments, statistics }: Dashboard): DashboardRings {
  const enrolled = new Set(enrollments.map(({ league }) => league.id)).size;
  return {
    leagues: toShare(enrolled, Math.max(statistics.totalLeagues, enrolled)),
    sections: toShare(statistics.totalCompletedSections, statistics.totalSections),
    resources: toShare(statistics.totalCompletedResources, statistics.totalResources),
  };
}

function toShare(done: number, total: number): Share {
  return { done, total, percentage: percentageOf(done, total) };
}

function toDashboardFailure(message: string): string {
  return `Failed to connect to the learning platform. Please try again later. (${message})`;
}

function hasEarned({ badges, specializations, certificates = [] }: Dashboard): boolean {
  return badges.length + specializations.length + certificates.length > 0;
}

export const $overview = computed(dashboard.$state, ({ isLoading, data, error }) => ({
  isLoading,
  failure: error ? toDashboardFailure(error.message) : null,
  rings: data ? toDashboardRings(data) : null,
  leagues: data
    ? sortActiveLeagues(
        toActiveLeagues(data.enrollments),
        data.nextUp?.resources.map(({ league }) => league.id),
      )
    : null,
  earned: data && hasEarned(data) ? data : null,
  pinned: data?.pinned ?? [],
  nextUp: data?.nextUp ?? null,
  activity: data?.activity ?? null,
  goal: data?.today?.goal ?? 1,
}));
