import type { ReactElement } from 'react';
import { EMBLEMS, emblemFor } from '#contract/emblems.ts';

interface Props {
  league: string;
  variant?: 'tile' | 'line';
  color?: string | null | undefined;
  /** Pixels; fills its box if left out. */
  size?: number;
  className?: string;
}

export function LeagueEmblem({ league, variant = 'tile', color, size, className }: Props): ReactElement {
  const emblem = EMBLEMS[emblemFor(league)];
  const isTile = variant === 'tile';
  const stroke = isTile ? 'var(--paper)' : 'currentColor';
  const looks = {
    line: {},
    mark: { fill: stroke },
    node: { fill: 'var(--brand)', stroke: isTile ? 'var(--ink)' : stroke, strokeWidth: 2 },
  };
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      {isTile && <rect width="64" height="64" rx="14" fill={color || emblem.color} />}
      <g
        transform={isTile ? 'translate(6.4 6.4) scale(.8)' : undefined}
        fill="none"
        stroke={stroke}
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {emblem.parts.map(({ d, kind }) => (
          <path key={d} d={d} {...looks[kind]} />
        ))}
      </g>
    </svg>
  );
}
