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
import { callApi } from '#site/islands/shared/http/api.ts';
import { debounceStore } from '../../shared/clock/debounce.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { createStaffQueryFor, invalidate } from '../query/queries.ts';

export function createBadgeList() {
  return createServedList({
    kind: 'badges',
    list: createListState({ filters: ['leagueId'] }),
    load: (query) => callApi(listStaffBadges, { query }),
    toPage: ({ badges, counts, pagination }) => ({ rows: badges, all: counts.total, pagination }),
  });
}

export function createHolderList(badgeId: string) {
  return createServedList({
    kind: 'badges',
    name: `holders:${badgeId}`,
    list: createListState(),
    load: (query) => callApi(listBadgeHolders, { params: { id: badgeId }, query }),
    toPage: ({ holders, badge, pagination }) => ({ rows: holders, all: badge.holders, pagination }),
  });
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
