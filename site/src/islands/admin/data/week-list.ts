import {
  createWeek,
  deleteWeekWithContent,
  listWeeks,
  reorderWeeks,
  updateWeek,
  type Week,
} from '#contract/weeks.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { type OrderSource, toOrders, toPlaced } from '../order/order-change.ts';
import { createWholeList } from './whole-list.ts';

/** The server returns only modules in scope. A removal also deletes the content and the progress on it. */
export const weekList = createWholeList({
  kind: 'weeks',
  load: async () => (await callApi(listWeeks)).weeks,
  create: createWeek,
  update: updateWeek,
  remove: deleteWeekWithContent,
  sort: sortWeeks,
});

export const weekOrder: OrderSource = {
  many: 'modules',
  failedAs: 'weeks',
  read: async (leagueId) => toPlaced((await callApi(listWeeks, { query: { leagueId } })).weeks),
  write: async (leagueId, ids, seen) => {
    const body = { weekOrders: toOrders(ids, 'weekId'), seen: [...seen] };
    const placed = await callApi(reorderWeeks, { params: { id: leagueId }, body });
    weekList.write((rows) => [...rows.filter((row) => row.leagueId !== leagueId), ...placed]);
  },
};

/** The same order as the server's: by league name, then module. */
export function sortWeeks(rows: readonly Week[]): Week[] {
  return rows.toSorted(
    (one, other) =>
      one.league.name.localeCompare(other.league.name) ||
      one.leagueId.localeCompare(other.leagueId) ||
      one.order - other.order,
  );
}
