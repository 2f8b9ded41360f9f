import {
  type CreateWeekBody,
  createWeek,
  deleteWeekWithContent,
  listWeeks,
  reorderWeeks,
  type UpdateWeekBody,
  updateWeek,
  type Week,
} from '#contract/weeks.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Placed } from '../order/order-change.ts';
import { createWholeList } from './whole-list.ts';

const weeks = createWholeList({
  kind: 'weeks',
  load: async () => (await callApi(listWeeks)).weeks,
  create: (body: CreateWeekBody, idempotencyKey) => callApi(createWeek, { body, idempotencyKey }),
  update: (id, body: UpdateWeekBody) => callApi(updateWeek, { params: { id }, body }),
  remove: (id) => callApi(deleteWeekWithContent, { params: { id } }),
  sort: sortWeeks,
});
/** The server returns only modules in scope. A removal also deletes the content and the progress on it. */
export const { query: weekList, add: addWeek, change: changeWeek, remove: removeWeek } = weeks;

export async function readWeekOrder(leagueId: string): Promise<Placed[]> {
  const answer = await callApi(listWeeks, { query: { leagueId } });
  return answer.weeks.map(({ id, name }) => ({ id, label: name }));
}

/** The server refuses if the order is no longer `seen`. */
export async function saveWeekOrder(
  leagueId: string,
  ids: readonly string[],
  seen: readonly string[],
): Promise<void> {
  const placed = await callApi(reorderWeeks, {
    params: { id: leagueId },
    body: { weekOrders: ids.map((weekId, index) => ({ weekId, order: index + 1 })), seen: [...seen] },
  });
  weeks.write((rows) => [...rows.filter((row) => row.leagueId !== leagueId), ...placed]);
}

/** The same order as the server's: by league name, then module. */
export function sortWeeks(rows: readonly Week[]): Week[] {
  return rows.toSorted(
    (one, other) =>
      one.league.name.localeCompare(other.league.name) ||
      one.leagueId.localeCompare(other.leagueId) ||
      one.order - other.order,
  );
}
