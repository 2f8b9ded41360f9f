import {
  type CreateLeagueBody,
  createLeague,
  deleteLeague,
  listLeagues,
  type UpdateLeagueBody,
  updateLeague,
} from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from './whole-list.ts';

/** Newest first. A removal also deletes the content and the progress on it. */
export const {
  query: leagueList,
  add: addLeague,
  change: changeLeague,
  remove: removeLeague,
} = createWholeList({
  kind: 'leagues',
  load: async () => (await callApi(listLeagues)).leagues,
  create: (body: CreateLeagueBody, idempotencyKey) => callApi(createLeague, { body, idempotencyKey }),
  update: (id, body: UpdateLeagueBody) => callApi(updateLeague, { params: { id }, body }),
  remove: (id) => callApi(deleteLeague, { params: { id } }),
});
