import type { LeagueChange } from '#contract/league-files.ts';

export interface ChangeGroup {
  title: string;
  changes: LeagueChange[];
}

export function groupChanges(changes: readonly LeagueChange[]): {
  removed: LeagueChange[];
  groups: ChangeGroup[];
} {
  const stays = changes.filter(({ action }) => action !== 'removed');
  const groups = Map.groupBy(stays, toTitle);
  return {
    removed: changes.filter(({ action }) => action === 'removed'),
    groups: [...groups].map(([title, list]) => ({ title, changes: list })),
  };
}

/** Leaves out contents of removed modules and topics, unless people have progress on them. */
export function withoutContained(removed: readonly LeagueChange[]): LeagueChange[] {
  const weeks = new Set(removed.filter(({ kind }) => kind === 'week').map(({ name }) => name));
  const sections = new Set(
    removed.filter(({ kind }) => kind === 'section').map(({ name, place }) => `${place[0]}\n${name}`),
  );
  return removed.filter(({ kind, place, people }) => {
    if (people > 0) return true;
    if (kind === 'section') return !weeks.has(place[0] ?? '');
    if (kind === 'resource') return !weeks.has(place[0] ?? '') && !sections.has(place.join('\n'));
    return true;
  });
}

function toTitle({ kind, name, place }: LeagueChange): string {
  if (kind === 'league' || kind === 'assignment') return 'The league itself';
  return kind === 'week' ? name : (place[0] ?? '');
}

export const CHANGE_KIND_LABELS = {
  league: 'League',
  assignment: 'Assignment',
  week: 'Module',
  section: 'Topic',
  resource: 'Resource',
} as const;

const FIELD_LABELS: Record<string, string> = {
  expiresAt: 'ends',
  dueDate: 'due',
  url: 'address',
};

export const toFieldLabel = (field: string) => FIELD_LABELS[field] ?? field;
