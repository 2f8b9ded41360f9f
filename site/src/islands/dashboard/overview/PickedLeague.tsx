import { useQuery } from '#site/islands/shared/query/query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { leagueList } from '../data/catalogue.ts';
import { leaguePath } from '../routing/router.ts';

/** Renders nothing if the league was deleted. */
export function PickedLeague({ id }: { id: string }) {
  const { data } = useQuery(leagueList);
  const league = data?.find((one) => one.id === id);
  return league ? (
    <ButtonLink href={leaguePath(id)} className="[overflow-wrap:anywhere]">
      Join {league.name}
    </ButtonLink>
  ) : null;
}
