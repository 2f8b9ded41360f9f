import type { DataOf } from '#contract/call.ts';
import {
  type CreateLeagueBody,
  createLeague,
  deleteLeague,
  type League,
  listLeagues,
  type UpdateLeagueBody,
  updateLeague,
} from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type LeagueList = DataOf<typeof listLeagues>['leagues'];

/** Newest first. */
export const leagueList = createStaffQuery<LeagueList>('leagues', 'all', async () => {
  const { leagues } = await callApi(listLeagues);
  return leagues;
});

export async function addLeague(body: CreateLeagueBody, idempotencyKey: string): Promise<void> {
  const added = await callApi(createLeague, { body, idempotencyKey });
  leagueList.change((rows) => [added, ...rows.filter(({ id }) => id !== added.id)]);
  invalidate('leagues');
}

export async function changeLeague(id: string, body: UpdateLeagueBody): Promise<void> {
  const changed = await callApi(updateLeague, { params: { id }, body });
  leagueList.change((rows) => rows.map((row) => (row.id === id ? changed : row)));
  invalidate('leagues');
}

/** Also deletes its content and the progress on it. */
export async function removeLeague({ id }: Pick<League, 'id'>): Promise<void> {
  await callApi(deleteLeague, { params: { id } });
  leagueList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('leagues');
}
