import type { ChiefPathfinder, TeamMember } from '#site/content/team.ts';

/** The tiles of the community page, counted from the lists (COMM-02, COMM-03, COMM-04). */
export function countTeam(
  chiefs: readonly Pick<ChiefPathfinder, 'league' | 'isActive'>[],
  pathfinders: readonly unknown[],
) {
  return {
    activeLeagues: new Set(chiefs.filter(({ isActive }) => isActive).map(({ league }) => league)).size,
    chiefPathfinders: chiefs.length,
    pathfinders: pathfinders.length,
  };
}

/** Members by league, leagues in the order of `leagues`, others after them as they come (COMM-06). */
export function groupByLeague<T extends Pick<TeamMember, 'league'>>(
  members: readonly T[],
  leagues: readonly string[],
): { league: string; members: T[] }[] {
  const names = [...new Set([...leagues, ...members.map(({ league }) => league)])];
  return names
    .map((league) => ({ league, members: members.filter((member) => member.league === league) }))
    .filter((group) => group.members.length > 0);
}

/** The role that everybody on the pathfinders' wall has; only another one is worth a line. */
export const PLAIN_ROLE = 'Pathfinder';

/** Names of the community page that differ from the league's own. */
const LEAGUE_IDS: Record<string, string> = {
  'Quantum Computing': 'quantum',
  'Advanced Mathematics League': 'exmatrix',
};

/** The key of a league's colours from its name on the community page. */
export function toLeagueId(league: string): string {
  return LEAGUE_IDS[league] ?? league.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
