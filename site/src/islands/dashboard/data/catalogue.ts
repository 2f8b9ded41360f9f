import { computed } from 'nanostores';
import { type League, listLeagues } from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery } from '../../shared/query/query.ts';
import { isExpiredLeague, toEndedAt } from './expiry.ts';

interface CountedLeague {
  weeksCount?: number | null;
  sectionsCount?: number | null;
  resourcesCount?: number | null;
  totalResources?: number | null;
  _count?: { weeks?: number | null; sections?: number | null; resources?: number | null } | null;
}

interface LeagueCounts {
  weeks: number;
  sections: number;
  resources: number;
}

/** Takes each count from the first field that has it (docs/api.md 1.9). */
export function toLeagueCounts(league: CountedLeague): LeagueCounts {
  return {
    weeks: league.weeksCount ?? league._count?.weeks ?? 0,
    sections: league.sectionsCount ?? league._count?.sections ?? 0,
    resources: league.totalResources ?? league.resourcesCount ?? league._count?.resources ?? 0,
  };
}

export const leagueList = createQuery('leagues', async () => (await callApi(listLeagues)).leagues, {
  offline: true,
});

/** An enrolled but expired league counts as expired (docs/product.md OPEN-20). */
export type LeagueAvailability = 'open' | 'enrolled' | 'expired';

export interface CatalogueLeague {
  id: string;
  name: string;
  description: string | null;
  counts: LeagueCounts;
  modules: readonly string[];
  availability: LeagueAvailability;
  isEnrolled: boolean;
  endedAt: string | null;
}

export function toCatalogueLeague(league: League, enrolledIds: ReadonlySet<string>): CatalogueLeague {
  return {
    id: league.id,
    name: league.name,
    description: league.description,
    counts: toLeagueCounts(league),
    modules: league.firstModules ?? [],
    availability: isExpiredLeague(league) ? 'expired' : enrolledIds.has(league.id) ? 'enrolled' : 'open',
    isEnrolled: enrolledIds.has(league.id),
    endedAt: toEndedAt(league),
  };
}

const ORDER: readonly LeagueAvailability[] = ['enrolled', 'open', 'expired'];

/**
 * Enrolled, open, then expired leagues. A league joined just now keeps its place, so that no card moves under the
 * pointer.
 */
export function sortCatalogue(
  leagues: readonly CatalogueLeague[],
  joinedNow: ReadonlySet<string> = new Set(),
): CatalogueLeague[] {
  const rank = ({ id, availability }: CatalogueLeague) =>
    ORDER.indexOf(joinedNow.has(id) ? 'open' : availability);
  return leagues.toSorted((a, b) => rank(a) - rank(b));
}

function toLeaguesFailure(message: string): string {
  return `Failed to load leagues. Please try again later. (${message})`;
}

export const $catalogue = computed(leagueList.$state, ({ isLoading, data, error }) => ({
  isLoading,
  failure: error ? toLeaguesFailure(error.message) : null,
  leagues: data,
}));
