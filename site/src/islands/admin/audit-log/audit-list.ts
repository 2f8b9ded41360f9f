import { type AuditEntity, listAuditLogs } from '#contract/audit-log.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { type ListQuery, toListQuery } from '../list/csv-export.ts';
import { createListState, type ListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';

const AUDIT_FILTERS = ['by', 'entity', 'action', 'leagueId', 'userId', 'from', 'to'] as const;

export const ENTITY_LABELS: Record<AuditEntity, string> = {
  account: 'Accounts',
  access: 'Roles, approvals and rights',
  'sign-in': 'Sign-ins and passwords',
  cohort: 'Cohorts',
  league: 'Leagues',
  specialization: 'Specializations',
  week: 'Modules',
  section: 'Topics',
  resource: 'Resources',
  assignment: 'Assignments',
  badge: 'Badges and certificates',
  progress: 'Learning progress',
  other: 'Other',
};

export function createAuditList() {
  return createServedList({
    kind: 'audit',
    list: createListState({ filters: AUDIT_FILTERS }),
    toQuery: toParams,
    load: async (query) => {
      const { page: _, ...narrowing } = query;
      const view = await callApi(listAuditLogs, { query });
      return { ...view, isAll: Object.keys(narrowing).length === 0 };
    },
    // A search counts only its own matches.
    toPage: ({ logs, isAll, pagination }) => ({
      rows: logs,
      all: isAll ? pagination.total : null,
      pagination,
    }),
  });
}

/** Whole days in the reader's time zone, including the last one. */
export function toParams(state: ListState, search: string): ListQuery {
  const { by, from, to, ...filters } = state.filters;
  const begin = toMoment(from, 0);
  const end = toMoment(to, 1);
  return {
    ...toListQuery({ ...state, filters }, ''),
    ...(search ? { [by === 'target' ? 'target' : 'actor']: search } : {}),
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
  };
}

function toMoment(day: string | undefined, laterDays: number): string | null {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!year || !month || !date) return null;
  return new Date(year, month - 1, date + laterDays).toISOString();
}
