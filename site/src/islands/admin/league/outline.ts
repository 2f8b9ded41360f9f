import { getLeague, type LeagueDetail } from '#contract/leagues.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { createStaffQuery } from '../query/queries.ts';

export type Outline = LeagueDetail;

export interface TabProps {
  league: Outline;
}

/** The league with its modules, topics and resources in order, its badges and its assignment. */
export function outlineOf(leagueId: string): Query<Outline> {
  return createStaffQuery('outline', leagueId, () => callApi(getLeague, { params: { id: leagueId } }));
}
