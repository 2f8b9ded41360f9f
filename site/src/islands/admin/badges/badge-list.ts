import { atom, computed } from 'nanostores';
import {
  type BadgeHolder,
  type BadgePerson,
  CANDIDATE_SEARCH_MIN_LENGTH,
  deleteBadge,
  findBadgeCandidates,
  listBadgeHolders,
  listStaffBadges,
  type StaffBadge,
} from '#contract/badges.ts';
import type { DataOf } from '#contract/call.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { debounceStore } from '../../shared/clock/debounce.ts';
import type { Query } from '../../shared/query/query.ts';
import { createListParams, createListState, type ListControl, type ListState } from '../list/list-state.ts';
import { createPagedQuery } from '../list/paged-query.ts';
import { createStaffQueryFor, invalidate } from '../query/queries.ts';

interface Params {
  page?: number;
  search?: string;
  leagueId?: string;
}
type BadgesView = DataOf<typeof listStaffBadges>;
type HoldersView = DataOf<typeof listBadgeHolders>;

export function createBadgeList(list = createListState({ filters: ['leagueId'] })): {
  list: ListControl;
  query: Query<BadgesView>;
} {
  const $params = createListParams(list, toParams);
  const query = createPagedQuery<Params, BadgesView>({
    kind: 'badges',
    name: 'page',
    list,
    $params,
    load: (params) => callApi(listStaffBadges, { query: { ...params } }),
    countPages: ({ pagination }) => pagination.totalPages,
  });
  return { list, query };
}

export function createHolderList(
  badgeId: string,
  list = createListState(),
): { list: ListControl; query: Query<HoldersView> } {
  const $params = createListParams(list, toParams);
  const query = createPagedQuery<Params, HoldersView>({
    kind: 'badges',
    name: `holders:${badgeId}`,
    list,
    $params,
    load: (params) => callApi(listBadgeHolders, { params: { id: badgeId }, query: { ...params } }),
    countPages: ({ pagination }) => pagination.totalPages,
  });
  return { list, query };
}

export function toParams({ filters, page }: Pick<ListState, 'filters' | 'page'>, search: string): Params {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { search } : {}),
    ...(filters.leagueId ? { leagueId: filters.leagueId } : {}),
  };
}

const TYPING_MS = 250;

export interface Candidates {
  state: 'not-searched' | 'searching' | 'failed' | 'found';
  /** Empty unless they were found for the present text. */
  people: readonly BadgePerson[];
}

export function createCandidateSearch(badgeId: string) {
  const $text = atom('');
  const $term = debounceStore($text, TYPING_MS);
  const $params = computed($term, toTerm);
  const query = createStaffQueryFor('badges', `candidates:${badgeId}`, $params, async (search: string) => {
    const { people } = await callApi(findBadgeCandidates, { params: { id: badgeId }, query: { search } });
    return { search, people };
  });
  const $candidates = computed(
    [$text, $params, query.$state],
    (text, searched, { data, error, isLoading }): Candidates => {
      const term = toTerm(text);
      if (term === null) return { state: 'not-searched', people: [] };
      if (searched !== term || isLoading) return { state: 'searching', people: [] };
      if (error) return { state: 'failed', people: [] };
      return data?.search === term
        ? { state: 'found', people: data.people }
        : { state: 'searching', people: [] };
    },
  );
  return { $text, $candidates, watch: query.watch };
}

function toTerm(text: string): string | null {
  const term = text.trim();
  return [...term].length < CANDIDATE_SEARCH_MIN_LENGTH ? null : term;
}

/** The server refuses if someone holds the badge. */
export async function removeBadge({ id }: Pick<StaffBadge, 'id'>): Promise<void> {
  await callApi(deleteBadge, { params: { id } });
  invalidate('badges', { alsoOwn: true });
}

export function toGiverText(
  { awardedBy, reason }: Pick<BadgeHolder, 'awardedBy' | 'reason'>,
  isFree: boolean,
): string {
  if (awardedBy) return awardedBy.name;
  return reason === null && !isFree ? 'Completed the league' : 'A deleted account';
}
