import { useState } from 'react';
import { LeagueEmblem } from './LeagueEmblem.tsx';

interface Props {
  src: string | null;
  league: string | null;
  size?: 'small' | 'medium' | 'large';
  /** Uses the emblem's colour, where no parent sets a league's. */
  ownColor?: boolean;
}

const SIZES = { small: 'size-11 p-1', medium: 'size-18 p-1.5', large: 'size-32 p-1.5' };

export function BadgePicture({ src, league, size = 'medium', ownColor = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-full border-2 border-ink bg-brand ${SIZES[size]}`}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          className="size-full rounded-full object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        <span className="grid size-full place-items-center overflow-hidden rounded-full border-2 border-ink bg-league-solid">
          {ownColor ? (
            <LeagueEmblem league={league ?? ''} className="size-full scale-110" />
          ) : (
            <LeagueEmblem league={league ?? ''} variant="line" className="size-3/4 text-paper" />
          )}
        </span>
      )}
    </span>
  );
}
