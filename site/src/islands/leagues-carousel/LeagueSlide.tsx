import type { ShownLeague } from '#site/content/league-cards.ts';
import { Picture } from '../ui/Picture.tsx';

const STOCK_COVER = '/artwork/leagues/stock.svg';

interface LeagueSlideProps {
  league: ShownLeague;
  /** Distance from the active slide. */
  offset: number;
  /** Before the carousel is interactive, all slides stay reachable. */
  isAwake: boolean;
}

export function LeagueSlide({ league, offset, isAwake }: LeagueSlideProps) {
  const isActive = offset === 0;
  const place = Math.abs(offset) > 2 ? 'far' : String(offset);
  return (
    <li className="slide" data-offset={place} data-league={league.id} aria-hidden={isAwake && !isActive}>
      <a
        className="slide-card"
        href="/cohorts"
        tabIndex={isAwake && !isActive ? -1 : undefined}
        draggable={false}
      >
        <Picture
          className="slide-cover"
          picture={league.cover}
          alt=""
          fallback={
            <img
              className="slide-cover"
              src={STOCK_COVER}
              alt=""
              width={1200}
              height={800}
              draggable={false}
            />
          }
        />
        <div className="slide-words">
          <p className="slide-name">{league.name}</p>
          <h3>{league.title}</h3>
          <p>{league.description}</p>
          <dl>
            <div>
              <dt>Starts</dt>
              <dd>{league.startingDate}</dd>
            </div>
            <div>
              <dt>Run by</dt>
              <dd>{league.facilitatedBy}</dd>
            </div>
          </dl>
        </div>
      </a>
    </li>
  );
}
