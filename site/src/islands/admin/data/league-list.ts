import {
  type CreateLeagueBody,
  copyLeague,
  createLeague,
  deleteLeague,
  type League,
  listLeagues,
  updateLeague,
} from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Newest first. A removal also deletes the content and the progress on it. */
export const leagueList = createWholeList({
  kind: 'leagues',
  load: async () => (await callApi(listLeagues)).leagues,
  create: createLeague,
  update: updateLeague,
  remove: deleteLeague,
});

export async function duplicateLeague(
  id: string,
  body: CreateLeagueBody,
  idempotencyKey: string,
): Promise<League> {
  const copy = await callApi(copyLeague, { params: { id }, body, idempotencyKey });
  leagueList.place(copy);
  return copy;
}
