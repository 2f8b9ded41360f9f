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

/** Ordered by league name, then module; the server returns only modules in scope. */
export const weekList = createStaffQuery<WeekList>('weeks', 'all', async () => {
  const { weeks } = await callApi(listWeeks);
  return weeks;
});

export async function addWeek(body: CreateWeekBody, idempotencyKey: string): Promise<void> {
  placeWeek(await callApi(createWeek, { body, idempotencyKey }));
}

export async function changeWeek(id: string, body: UpdateWeekBody): Promise<void> {
  placeWeek(await callApi(updateWeek, { params: { id }, body }));
}

function placeWeek(saved: Week): void {
  weekList.change((rows) => sortWeeks([...rows.filter((row) => row.id !== saved.id), saved]));
  invalidate('weeks');
}

/** Also deletes its content and the progress on it. */
export async function removeWeek({ id }: Pick<Week, 'id'>): Promise<void> {
  await callApi(deleteWeekWithContent, { params: { id } });
  weekList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('weeks');
}

export async function readWeekOrder(leagueId: string): Promise<Placed[]> {
  const { weeks } = await callApi(listWeeks, { query: { leagueId } });
  return weeks.map(({ id, name }) => ({ id, label: name }));
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
  weekList.change((rows) => sortWeeks([...rows.filter((row) => row.leagueId !== leagueId), ...placed]));
  invalidate('weeks');
}

/** The same order as the server's. */
export function sortWeeks(weeks: readonly Week[]): Week[] {
  return weeks.toSorted(
    (one, other) =>
      one.league.name.localeCompare(other.league.name) ||
      one.leagueId.localeCompare(other.leagueId) ||
      one.order - other.order,
  );
}
