import { getLeague, type LeagueDetail } from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { createStaffQuery } from '../query/queries.ts';

export type Outline = LeagueDetail;

export interface TabProps {
  league: Outline;
}

// Changes of this page go out one after the other.
let last: Promise<unknown> = Promise.resolve();

export function sendInOrder<Result>(send: () => Promise<Result>): Promise<Result> {
  const sent = last.then(send);
  last = sent.catch(() => undefined);
  return sent;
}

/**
 * The league with its modules, topics and resources in order, its badges and its assignment. Waits for changes on their
 * way, because an answer without them would take them off the screen.
 */
export function outlineOf(leagueId: string): Query<Outline> {
  return createStaffQuery('outline', leagueId, async () => {
    let before: unknown;
    while (before !== last) {
      before = last;
      await last;
    }
    return callApi(getLeague, { params: { id: leagueId } });
  });
}
