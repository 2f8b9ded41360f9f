import { FIRST_RANK, LEADERBOARD_DEFAULT_LIMIT } from '#contract/constants.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { onFirstUse } from '#site/on-first-use.ts';
import { PATHS } from '../routing/router.ts';

export interface View {
  page: number;
  search: string;
  league: string;
  /** This week instead of all time; a league does not narrow it. */
  isWeek: boolean;
}

export const WHOLE: View = { page: FIRST_RANK, search: '', league: '', isWeek: false };

/** Invalid parameters count as absent. */
export function toView(search: Record<string, string> = {}): View {
  const page = /^\d{1,6}$/.test(search.page ?? '') ? Math.max(1, Number(search.page)) : 1;
  const isWeek = search.period === 'week';
  const league = isWeek ? '' : (search.league ?? '');
  return { page, search: search.search?.trim() ?? '', league, isWeek };
}

export function viewPath({ page, search, league, isWeek }: View): string {
  const query = new URLSearchParams();
  if (isWeek) query.set('period', 'week');
  if (search) query.set('search', search);
  if (league) query.set('league', league);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${PATHS.leaderboard}?${query}` : PATHS.leaderboard;
}

/** Pages to link; null marks a gap. */
export function listPages(current: number, last: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, last];
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const previous = pages[index - 1];
    if (previous === undefined || page - previous === 1) return [page];
    return page - previous === 2 ? [page - 1, page] : [null, page];
  });
}

export function pageOfRank(rank: number): number {
  return Math.ceil(rank / LEADERBOARD_DEFAULT_LIMIT);
}

const ENDINGS: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};
const ordinals = onFirstUse(() => new Intl.PluralRules('en', { type: 'ordinal' }));

export function toOrdinal(rank: number): string {
  return `${toNumber(rank)}${ENDINGS[ordinals().select(rank)]}`;
}
