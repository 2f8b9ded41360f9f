import { useState } from 'react';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import type { Award } from './awards.ts';

interface Props {
  award: Pick<Award, 'imageUrl' | 'league'>;
  /** Large, for the moment it is earned. */
  large?: boolean;
}

/**
 * The badge as a medal: the picture staff gave it when it is one of ours, else the league's emblem. Pictures of other
 * hosts are not loaded: the policy of the pages forbids it, and a visit would be told to them.
 */
export function AwardPicture({ award: { imageUrl, league }, large = false }: Props) {
  const [isBroken, setBroken] = useState(false);
  const isOurs = imageUrl !== null && URL.canParse(imageUrl) && new URL(imageUrl).origin === location.origin;
  const size = large ? 'size-32' : 'size-18';
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-full border-2 border-ink bg-brand p-1.5 ${size}`}
    >
      {imageUrl && isOurs && !isBroken ? (
        <img
          src={imageUrl}
          alt=""
          className="size-full rounded-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className="grid size-full place-items-center overflow-hidden rounded-full border-2 border-ink bg-league-solid">
          <LeagueEmblem league={league ?? ''} variant="line" className="size-3/4 text-paper" />
        </span>
      )}
    </span>
  );
}
