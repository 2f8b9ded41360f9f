import type { LearnerSearchData } from '#contract/learner-search.ts';
import { TERMS, toMinutesText } from '#site/labels.ts';
import { rowId, sectionAnchor, weekAnchor } from '../data/row.ts';
import { leaguePath } from '../routing/router.ts';

export interface Match {
  key: string;
  name: string;
  /** Outermost parent first; 'Not enrolled' for a league the learner has not joined. */
  path: readonly string[];
  /** Null for a league to open in the catalogue. */
  address: string | null;
  league: string;
}

export interface MatchGroup {
  heading: string;
  matches: readonly Match[];
}

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
