import { LEADERBOARD_DEPTH, type OwnStanding } from '#contract/leaderboard.ts';
import { countOf } from '../../shared/format/text.ts';
import type { Movement } from './movement.ts';
import { pageOfRank, toOrdinal, type View, viewPath } from './view.ts';

interface Props {
  own: OwnStanding;
  movement: Movement | null;
  view: View;
  pages: number;
  totalUsers: number;
  isListed: boolean;
}

export function OwnPlace({ own, movement, view, pages, totalUsers, isListed }: Props) {
  if (own.rank === null) return null;
  const page = pageOfRank(own.rank);
  const isElsewhere = !isListed && (own.place === 'league') === (view.league !== '');
  const target = viewPath({ page, search: '', league: own.place === 'league' ? view.league : '' });
  const canGo = !isListed && (view.search !== '' || page <= pages || !isElsewhere);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-display text-lg font-bold text-strong">
        You: <span className="rounded-sm bg-brand px-1.5 text-on-brand">{toOrdinal(own.rank)}</span>
      </span>
      <span className="text-sm text-muted">
        {own.place === 'league' ? 'in this league' : `of ${countOf(totalUsers, 'student')}`}
        {own.isInLeague === false ? '; you are not in this league' : ''}
        {movement ? `, ${movement.words}` : ''}
      </span>
      {canGo && own.rank <= LEADERBOARD_DEPTH ? (
        <a className="link link-alone text-sm" href={target}>
          Show my place
        </a>
      ) : null}
    </p>
  );
}
