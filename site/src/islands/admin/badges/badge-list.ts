import {
  type BadgeHolder,
  CANDIDATE_SEARCH_MIN_LENGTH,
  deleteBadge,
  findBadgeCandidates,
  listBadgeHolders,
  listStaffBadges,
  type StaffBadge,
} from '#contract/badges.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { createTypedSearch } from '../list/typed-search.ts';
import { invalidate } from '../query/queries.ts';

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

export function createCandidateSearch(badgeId: string) {
  return createTypedSearch({
    minLength: CANDIDATE_SEARCH_MIN_LENGTH,
    load: async (search, signal) => {
      const { people } = await callApi(findBadgeCandidates, {
        params: { id: badgeId },
        query: { search },
        signal,
      });
      return people;
    },
  });
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
