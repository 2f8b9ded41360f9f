import type { DataOf } from '#contract/call.ts';
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
import { createStaffQuery, invalidate } from '../query/queries.ts';

type WeekList = DataOf<typeof listWeeks>['weeks'];

/** By league name and order, narrowed by the server. */
export const weekList = createStaffQuery<WeekList>('weeks', 'all', async () => {
  const { weeks } = await callApi(listWeeks);
  return weeks;
});

/** Adds a module and puts it in its place (ADMIN-27). */
export async function addWeek(body: CreateWeekBody, idempotencyKey: string): Promise<void> {
  placeWeek(await callApi(createWeek, { body, idempotencyKey }));
}

/** Saves the given fields and updates the list (ADMIN-27). */
export async function changeWeek(id: string, body: UpdateWeekBody): Promise<void> {
  placeWeek(await callApi(updateWeek, { params: { id }, body }));
}

function placeWeek(saved: Week): void {
  weekList.change((rows) => sortWeeks([...rows.filter((row) => row.id !== saved.id), saved]));
  invalidate('weeks');
}

/** With topics, resources and progress. */
export async function removeWeek({ id }: Pick<Week, 'id'>): Promise<void> {
  await callApi(deleteWeekWithContent, { params: { id } });
  weekList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('weeks');
}

/** The modules of a league as they stand now. */
export async function readWeekOrder(leagueId: string): Promise<Placed[]> {
  const { weeks } = await callApi(listWeeks, { query: { leagueId } });
  return weeks.map(({ id, name }) => ({ id, label: name }));
}

/** Saves the order of a league's modules; refused if it is no longer `seen`. */
export async function saveWeekOrder(
  leagueId: string,
  ids: readonly string[],
  seen: readonly string[],
): Promise<void> {
  const placed = await callApi(reorderWeeks, {
    params: { id: leagueId },
    body: { weekOrders: ids.map((weekId, index) => ({ weekId, order: index + 1 })), seen: [...seen] },
  });
  weekList.change((rows) => sortWeeks([...rows.filter((row) => row.leagueId !== leagueId), ...placed]));
  invalidate('weeks');
}

/** By league name, then order, as the server lists them. */
export function sortWeeks(weeks: readonly Week[]): Week[] {
  return weeks.toSorted(
    (one, other) =>
      one.league.name.localeCompare(other.league.name) ||
      one.leagueId.localeCompare(other.leagueId) ||
      one.order - other.order,
  );
}
