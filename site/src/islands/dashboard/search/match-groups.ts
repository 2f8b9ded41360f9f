import type { LearnerSearchData } from '#contract/learner-search.ts';
import { foldText } from '#site/islands/shared/format/search-text.ts';
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

interface Part {
  at: number;
  text: string;
  isMatch: boolean;
}

/** `words` are folded. Marks whole graphemes, so that a vowel sign stays with its letter. */
export function toMarkedParts(name: string, words: readonly string[]): Part[] {
  if (!('Segmenter' in Intl)) return [{ at: 0, text: name, isMatch: false }];
  const characters = Array.from(new Intl.Segmenter('und').segment(name), ({ segment }) => segment);
  // Maps each letter of the folded text to its grapheme, since folding changes the length.
  const origins: number[] = [];
  let folded = '';
  characters.forEach((character, index) => {
    const own = foldText(character);
    folded += own;
    for (let letter = 0; letter < own.length; letter++) origins.push(index);
  });
  const marked = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (const origin of origins.slice(at, at + word.length)) marked.add(origin);
    }
  }
  const parts: Part[] = [];
  characters.forEach((text, index) => {
    const isMatch = marked.has(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text;
    else parts.push({ at: index, text, isMatch });
  });
  return parts;
}
