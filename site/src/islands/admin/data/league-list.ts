import type { DataOf } from '#contract/call.ts';
import {
  type CreateLeagueBody,
  createLeague,
  deleteLeague,
  type League,
  listLeagues,
  updateLeague,
} from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type LeagueList = DataOf<typeof listLeagues>['leagues'];

/** Every league, the newest first. */
export const leagueList = createStaffQuery<LeagueList>('leagues', 'all', async () => {
  const { leagues } = await callApi(listLeagues);
  return leagues;
});

/** Adds a league, or changes the one given, and puts the answer into the list (ADMIN-27). */
export async function saveLeague(body: CreateLeagueBody, id: string | null): Promise<League> {
  const saved = id
    ? await callApi(updateLeague, { params: { id }, body })
    : await callApi(createLeague, { body });
  leagueList.change((rows) => (id ? rows.map((row) => (row.id === id ? saved : row)) : [saved, ...rows]));
  invalidate('leagues');
  return saved;
}

/** Removes a league with all it holds. */
export async function removeLeague({ id }: Pick<League, 'id'>): Promise<void> {
  await callApi(deleteLeague, { params: { id } });
  leagueList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('leagues');
}
