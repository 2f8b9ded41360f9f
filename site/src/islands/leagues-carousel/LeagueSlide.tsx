import type { ShownLeague } from '#site/content/league-cards.ts';
import { Picture } from '../ui/Picture.tsx';

/** Shown when a league's own cover cannot be (AVATAR-09). */
const STOCK_COVER = '/artwork/leagues/stock.svg';

/** One league of the carousel; `offset` is 0 for the active one and grows with the distance. */
export function LeagueSlide({ league, offset }: { league: ShownLeague; offset: number }) {
  const isActive = offset === 0;
  const place = Math.abs(offset) > 2 ? 'far' : String(offset);
  return (
    <li className="slide" data-offset={place} data-league={league.id} aria-hidden={!isActive}>
      <a className="slide-card" href="/cohorts" tabIndex={isActive ? 0 : -1} draggable={false}>
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
