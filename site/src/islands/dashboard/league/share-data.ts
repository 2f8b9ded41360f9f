import type { DataOf } from '#contract/call.ts';
import type { getDashboard } from '#contract/learning.ts';
import { type LeagueView, toLeagueSum } from './league-view.ts';

/** What may be told about all of a learner's progress (SHARE-06). */
export interface ProgressShare {
  overallProgress: number;
  completedSections: number;
  totalSections: number;
  enrollments: number;
}

/** What may be told about one league (SHARE-07). */
export interface LeagueShare {
  leagueName: string;
  progressPercentage: number;
  sectionsCount: number;
}

type Overview = Pick<DataOf<typeof getDashboard>, 'statistics'>;

/** Picks what may be shared from the overview; no name, address or league of the learner is in it. */
export function toProgressShare({ statistics }: Overview): ProgressShare {
  return {
    overallProgress: statistics.overallProgress,
    completedSections: statistics.totalCompletedSections,
    totalSections: statistics.totalSections,
    enrollments: statistics.totalEnrollments,
  };
}

/** Picks what may be shared from a league's page; notes and single resources are not in it. */
export function toLeagueShare(league: LeagueView): LeagueShare {
  return {
    leagueName: league.name,
    progressPercentage: toLeagueSum(league).percentage,
    sectionsCount: league.weeks.reduce((sum, { sections }) => sum + sections.length, 0),
  };
}
