import {
  LEARNER_SEARCH_ROWS,
  LEARNER_SEARCH_WORDS_MAX,
  type LearnerSearchData,
} from '#contract/learner-search.ts';
import { foldText } from '#site/islands/shared/format/search-text.ts';
import type { LeagueView } from '../data/league-view.ts';

interface OfflineData {
  leagues: readonly { id: string; name: string; description?: string | null }[];
  views: readonly LeagueView[];
  enrolledIds: ReadonlySet<string>;
}

export function toFoldedWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean).slice(0, LEARNER_SEARCH_WORDS_MAX);
}

/** Searches this device's stored data by the server's rules (api/learning/search.ts). */
export function searchOffline(text: string, { leagues, views, enrolledIds }: OfflineData): LearnerSearchData {
  const words = toFoldedWords(text);
  const collator = new Intl.Collator('en');
  const pages = views.toSorted((one, other) => collator.compare(one.name, other.name));
  const weeks = pages.flatMap(({ id, name, weeks: own }) =>
    own.map((week) => ({ week, league: { id, name }, above: name })),
  );
  const sections = weeks.flatMap(({ week, league, above }) =>
    week.sections.map((section) => ({ section, week, league, above: `${above}\n${week.name}` })),
  );
  const resources = sections.flatMap(({ section, week, league, above }) =>
    section.resources.map((resource) => ({
      resource,
      section,
      week,
      league,
      above: `${above}\n${section.name}`,
    })),
  );
  return {
    leagues: nearest(
      words,
      leagues
        .map((league) => ({ league, isEnrolled: enrolledIds.has(league.id) }))
        .toSorted((one, other) => Number(other.isEnrolled) - Number(one.isEnrolled)),
      ({ league }) => ({ own: league.name, all: `${league.name}\n${league.description ?? ''}` }),
    ).map(({ league: { id, name }, isEnrolled }) => ({ id, name, isEnrolled })),
    weeks: nearest(words, weeks, ({ week, above }) => toTexts(week.name, above)).map(({ week, league }) => ({
      ...named(week),
      league,
    })),
    sections: nearest(words, sections, ({ section, above }) => toTexts(section.name, above)).map(
      ({ section, week, league }) => ({ ...named(section), week: named(week), league }),
    ),
    resources: nearest(words, resources, ({ resource, above }) => toTexts(resource.title, above)).map(
      ({ resource: { id, title, minutes }, section, week, league }) => ({
        id,
        name: title,
        // Missing in copies stored by an earlier version.
        minutes: minutes ?? null,
        section: named(section),
        week: named(week),
        league,
      }),
    ),
  };
}

interface Texts {
  own: string;
  all: string;
  /** At least one word must occur in the own text. */
  isOwn?: boolean;
}

const toTexts = (own: string, above: string): Texts => ({ own, all: `${above}\n${own}`, isOwn: true });
const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

function nearest<Row>(
  words: readonly string[],
  rows: readonly Row[],
  toRowTexts: (row: Row) => Texts,
): Row[] {
  const [first] = words;
  if (first === undefined) return [];
  const ranked: { row: Row; rank: number }[] = [];
  for (const row of rows) {
    const { own, all, isOwn } = toRowTexts(row);
    const [name, text] = [foldText(own), foldText(all)];
    if (!words.every((word) => text.includes(word))) continue;
    if (isOwn && !words.some((word) => name.includes(word))) continue;
    const rank = (name.startsWith(first) ? 0 : 2) + (words.every((word) => name.includes(word)) ? 0 : 1);
    ranked.push({ row, rank });
  }
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, LEARNER_SEARCH_ROWS)
    .map(({ row }) => row);
}
