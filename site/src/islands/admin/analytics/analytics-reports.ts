import { computed, type ReadableAtom } from 'nanostores';
import {
  type ApprovalReport,
  getActivityReport,
  getApprovalReport,
  getCompletionReport,
  getSubmissionReport,
  REPORT_DAYS,
} from '#contract/reports.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { type AnyCall, callApi } from '#site/islands/shared/http/api.ts';
import { onFirstUse } from '#site/on-first-use.ts';
import { createListState, type ListControl } from '../list/list-state.ts';
import { createStaffQueryFor } from '../query/queries.ts';

interface ReportParams {
  days: string;
  leagueId?: string;
}

/** The parameters are kept in the address. Create one per screen. */
export function createReports(list: ListControl = createListState({ filters: ['days', 'leagueId'] })) {
  const $params: ReadableAtom<ReportParams> = computed(list.$list, ({ filters }) => ({
    days: filters.days || String(REPORT_DAYS[0]),
    ...(filters.leagueId ? { leagueId: filters.leagueId } : {}),
  }));
  const reportOf = <C extends AnyCall>(name: string, call: C) =>
    createStaffQueryFor('analytics', name, $params, (params) => callApi(call, { query: { ...params } }));
  return {
    list,
    activity: reportOf('activity', getActivityReport),
    completion: reportOf('completion', getCompletionReport),
    submissions: reportOf('submissions', getSubmissionReport),
    approvals: reportOf('approvals', getApprovalReport),
  };
}

const dayFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** 'Mar 4' for 'YYYY-MM-DD'. */
export const toDayText = (day: string) => dayFormat().format(new Date(`${day}T00:00:00Z`));
/** 'Mar 4, 2026' for 'YYYY-MM-DD'. Local noon avoids a shift to another day. */
export const toShortDay = (day: string) => toShortDate(`${day}T12:00:00`);

export const AGE_NAMES = ['Under a day', '1 to 3 days', '3 to 7 days', 'Over a week'] as const;

export const AGE_LABELS: Record<(typeof AGE_NAMES)[number], string> = {
  'Under a day': '< 1 day',
  '1 to 3 days': '1–3 days',
  '3 to 7 days': '3–7 days',
  'Over a week': '> 1 week',
};

/** '36 h', '4.5 days', 'under an hour'; a dash for null. */
export function toDuration(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return 'under an hour';
  if (hours < 48) return `${Math.round(hours)} h`;
  const days = hours / 24;
  return `${days < 10 ? Math.round(days * 10) / 10 : Math.round(days)} days`;
}

type SignUpWeek = ApprovalReport['byWeek'][number];

const WEEK_MS = 7 * 86_400_000;

/** Adds weeks without sign-ups, so that the bars have equal time steps. */
export function toEveryWeek(byWeek: readonly SignUpWeek[]): SignUpWeek[] {
  const known = new Map(byWeek.map((row) => [row.week, row]));
  const weeks: SignUpWeek[] = [];
  const [first, last] = [byWeek[0], byWeek.at(-1)].map((row) => Date.parse(row?.week ?? ''));
  for (let at = first ?? Number.NaN; at <= (last ?? Number.NaN); at += WEEK_MS) {
    const week = new Date(at).toISOString().slice(0, 10);
    weeks.push(known.get(week) ?? { week, signUps: 0, approved: 0, medianHours: null });
  }
  return weeks;
}
