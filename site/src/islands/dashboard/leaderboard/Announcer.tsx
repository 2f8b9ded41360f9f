import { useEffect, useRef, useState } from 'react';
import type { OwnStanding } from '#contract/leaderboard.ts';
import { toOrdinal } from './view.ts';

export function Announcer({ own }: { own: OwnStanding | null }) {
  const before = useRef<{ rank: number; place: string } | null>(null);
  const [message, setMessage] = useState('');
  const rank = own?.rank ?? null;
  const place = own?.place ?? '';
  useEffect(() => {
    const was = before.current;
    before.current = rank === null ? null : { rank, place };
    if (!was || rank === null || was.place !== place || was.rank === rank) return;
    setMessage(`You moved ${rank < was.rank ? 'up' : 'down'} to ${toOrdinal(rank)}.`);
  }, [rank, place]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}
