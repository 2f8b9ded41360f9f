import type { ChiefPathfinder, TeamMember } from '#site/content/team.ts';

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

/** Leagues in the given order, then unknown leagues in order of appearance. */
export function groupByLeague<T extends Pick<TeamMember, 'league'>>(
  members: readonly T[],
  leagues: readonly string[],
): { league: string; members: T[] }[] {
  const names = [...new Set([...leagues, ...members.map(({ league }) => league)])];
  return names
    .map((league) => ({ league, members: members.filter((member) => member.league === league) }))
    .filter((group) => group.members.length > 0);
}

export const PLAIN_ROLE = 'Pathfinder';

// Names on the community page that differ from the league's key.
const LEAGUE_IDS: Record<string, string> = {
  'Quantum Computing': 'quantum',
  'Advanced Mathematics League': 'exmatrix',
};

export function toLeagueId(league: string): string {
  return LEAGUE_IDS[league] ?? league.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
