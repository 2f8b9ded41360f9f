import { AUDIT_ENTITIES, type AuditEntity, listAuditLogs } from '#contract/audit-log.ts';
import type { DataOf } from '#contract/call.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import type { ExportQuery } from '../export/csv-export.ts';
import { createListParams, createListState, type ListControl, type ListState } from '../list/list-state.ts';
import { createPagedQuery } from '../list/paged-query.ts';

const AUDIT_FILTERS = ['by', 'entity', 'action', 'leagueId', 'userId', 'from', 'to'] as const;

const ENTITY_LABELS: Record<AuditEntity, string> = {
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
export const ENTITY_OPTIONS = AUDIT_ENTITIES.map((value) => ({ value, label: ENTITY_LABELS[value] }));

type View = DataOf<typeof listAuditLogs> & {
  /** Null for a search, which counts its own matches. */
  all: number | null;
};

interface AuditParams {
  page?: number;
  actor?: string;
  target?: string;
  userId?: string;
  entity?: string;
  action?: string;
  leagueId?: string;
  from?: string;
  to?: string;
}

export interface AuditList {
  list: ListControl;
  query: Query<View>;
}

export function createAuditList(list = createListState({ filters: AUDIT_FILTERS })): AuditList {
  const $params = createListParams(list, toParams);
  return {
    list,
    query: createPagedQuery<AuditParams, View>({
      kind: 'audit',
      name: 'page',
      list,
      $params,
      load: async (params) => {
        const { page, ...narrowing } = params;
        const view = await callApi(listAuditLogs, { query: { ...params } });
        const isAll = Object.keys(narrowing).length === 0;
        return { ...view, all: isAll ? view.pagination.total : null };
      },
      countPages: ({ pagination }) => pagination.totalPages,
    }),
  };
}

/** Whole days in the reader's time zone, including the last one. */
export function toParams({ filters, page }: ListState, search: string): AuditParams {
  const from = toMoment(filters.from, 0);
  const to = toMoment(filters.to, 1);
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { [filters.by === 'target' ? 'target' : 'actor']: search } : {}),
    ...(filters.userId ? { userId: filters.userId } : {}),
    ...(filters.entity ? { entity: filters.entity } : {}),
    ...(filters.action ? { action: filters.action } : {}),
    ...(filters.leagueId ? { leagueId: filters.leagueId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
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

export function toAuditExportQuery(state: ListState): ExportQuery {
  return { ...toParams({ ...state, page: 1 }, state.search.trim()) };
}
