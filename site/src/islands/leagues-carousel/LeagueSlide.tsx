import { useEffect, useRef, useState } from 'react';
import type { LeagueCard } from '#site/content/league-cards.ts';

/** Shown when a league's own cover cannot be (AVATAR-09). */
const STOCK_COVER = '/artwork/leagues/stock.svg';

/** One league of the carousel; `offset` is 0 for the active one and grows with the distance. */
export function LeagueSlide({ league, offset }: { league: LeagueCard; offset: number }) {
  const isActive = offset === 0;
  const place = Math.abs(offset) > 2 ? 'far' : String(offset);
  return (
    <li className="slide" data-offset={place} data-league={league.id} aria-hidden={!isActive}>
      <a className="slide-card" href="/cohorts" tabIndex={isActive ? 0 : -1} draggable={false}>
        <Cover src={league.cover} />
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

function Cover({ src }: { src: string }) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The picture may have failed before this island woke up.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    <img
      ref={image}
      className="slide-cover"
      src={failed ? STOCK_COVER : src}
      alt=""
      width={1200}
      height={800}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}
