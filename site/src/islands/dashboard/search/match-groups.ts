import type { LearnerSearchData } from '#contract/learner-search.ts';
import { TERMS, toMinutesText } from '#site/labels.ts';
import { rowId, sectionAnchor, weekAnchor } from '../data/row.ts';
import { leaguePath } from '../routing/router.ts';

/** One thing that was found, and where choosing it leads. */
export interface Match {
  /** Unique among all. */
  key: string;
  name: string;
  /** What is above it, outermost first; 'Not enrolled' for a league of others. */
  path: readonly string[];
  /** An address of the learner area; null for a league that is found in the catalogue. */
  address: string | null;
  /** Of the league, for its emblem. */
  league: string;
}

export interface MatchGroup {
  heading: string;
  matches: readonly Match[];
}

/** What was found by kind, kinds without a match left out. */
export function toMatchGroups({ leagues, weeks, sections, resources }: LearnerSearchData): MatchGroup[] {
  const groups: MatchGroup[] = [
    {
      heading: 'Leagues',
      matches: leagues.map(({ id, name, isEnrolled }) => ({
        key: `league-${id}`,
        name,
        path: isEnrolled ? [] : ['Not enrolled'],
        address: isEnrolled ? leaguePath(id) : null,
        league: name,
      })),
    },
    {
      heading: TERMS.weeks,
      matches: weeks.map(({ id, name, league }) => ({
        key: weekAnchor(id),
        name,
        path: [league.name],
        address: `${leaguePath(league.id)}#${weekAnchor(id)}`,
        league: league.name,
      })),
    },
    {
      heading: TERMS.sections,
      matches: sections.map(({ id, name, week, league }) => ({
        key: sectionAnchor(id),
        name,
        path: [league.name, week.name],
        address: `${leaguePath(league.id)}#${sectionAnchor(id)}`,
        league: league.name,
      })),
    },
    {
      heading: 'Resources',
      matches: resources.map(({ id, name, minutes, section, week, league }) => ({
        key: rowId(id),
        name,
        path: [league.name, week.name, section.name, ...(minutes ? [toMinutesText(minutes)] : [])],
        address: `${leaguePath(league.id)}#${rowId(id)}`,
        league: league.name,
      })),
    },
  ];
  return groups.filter(({ matches }) => matches.length > 0);
}
