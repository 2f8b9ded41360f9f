import type { ActivityYear, NextUp as NextUpData } from '#contract/learning.ts';
import type { ActiveLeague } from '../data/dashboard.ts';
import { Activity } from './Activity.tsx';
import { NextUp } from './NextUp.tsx';

interface Props {
  part: 'nextUp' | 'activity';
  nextUp: NextUpData | null;
  leagues: readonly ActiveLeague[];
  activity: ActivityYear | null;
}

/** What is up today: the next steps, or the streaks with the calendar; null where the server did not say. */
export function Today({ part, nextUp, leagues, activity }: Props) {
  if (part === 'nextUp') return nextUp ? <NextUp nextUp={nextUp} leagues={leagues} /> : null;
  return activity ? <Activity activity={activity} /> : null;
}
