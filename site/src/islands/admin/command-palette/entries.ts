import type { StaffSearchData } from '#contract/command-palette.ts';
import type { Role } from '#contract/roles.ts';
import { foldText, toSearchWords } from '#site/islands/shared/format/search-text.ts';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { TERMS, toRoleText } from '#site/labels.ts';
import type { Access } from '../access/access.ts';
import { type AdminArea, isOffered, leaguePath, listAreas, mayOpenArea, rulesOf } from '../areas/areas.ts';
import { AREA_CONTENTS, mayAct } from './actions.ts';

export interface CommandPaletteEntry {
  key: string;
  label: string;
  detail?: string;
  /** Absent for an export. */
  path?: string;
  leaves?: boolean;
  exports?: { call: AnyCall; what: string };
  /** True for search results, which may belong to an earlier text during a new search. */
  isFound?: boolean;
}

export interface CommandPaletteGroup {
  heading: string;
  entries: CommandPaletteEntry[];
}

interface Command extends CommandPaletteEntry {
  heading: 'Actions' | 'Go to';
  verbs: readonly string[];
  nouns: string;
}

const GO = ['go', 'open', 'show'] as const;
/** Ignored in 'go to the audit log'. */
const FILLERS = new Set(['a', 'an', 'and', 'the', 'to', 'of', 'in', 'as', 'my']);

const toWayOut = (label: string, path: string, verbs: readonly string[], nouns: string): Command => ({
  heading: 'Actions',
  key: `out:${path}`,
  label,
  path,
  leaves: true,
  verbs,
  nouns,
});
const WAYS_OUT: readonly Command[] = [
  toWayOut('Learner dashboard', '/dashboard', GO, 'learning overview'),
  toWayOut('Back to Home', '/', GO, 'website start'),
  toWayOut('Sign Out', '/logout', ['logout', 'leave'], 'log out'),
];

function listCommands(role: Role, access: Access): Command[] {
  const areas = listAreas().filter(([area]) => isOffered(role, area, access.mayAnywhere('canManageUsers')));
  const screens = areas.map(([area, { entry, path }]): Command => {
    const { nouns } = AREA_CONTENTS[area];
    return { heading: 'Go to', key: `area:${area}`, label: entry, path, verbs: GO, nouns };
  });
  const actions = areas.flatMap(([area, { entry }]) =>
    AREA_CONTENTS[area].actions
      .filter((action) => mayAct(action, access))
      .map(
        ({ label, path, verbs, call, exports }): Command => ({
          heading: 'Actions',
          key: `action:${label}`,
          label,
          verbs,
          nouns: `${entry} ${AREA_CONTENTS[area].nouns} ${exports ? 'csv' : ''}`,
          ...(exports ? { exports: { call, what: exports } } : { path }),
        }),
      ),
  );
  return [...screens, ...actions, ...WAYS_OUT];
}

/**
 * Commands need every typed word. They come after the search results, but before them for a verb ('new league') or a
 * whole screen name.
 */
export function listGroups(
  { role, access }: { role: Role; access: Access },
  typed: string,
  found: StaffSearchData | null,
): CommandPaletteGroup[] {
  // The last word may be unfinished: 'a' may become 'audit'.
  const words = toSearchWords(typed).filter(
    (word, index, { length }) => index === length - 1 || !FILLERS.has(word),
  );
  // Input of only punctuation matches no command.
  const fits = typed.trim() === '' || words.length > 0;
  const commands = fits ? listCommands(role, access).filter((command) => hasEveryWord(command, words)) : [];
  const whole = words.join(' ');
  const rank = (command: Command) => rankOf(command, words, whole);
  const groups = (['Go to', 'Actions'] as const)
    .map((heading) => {
      const own = commands
        .filter((command) => command.heading === heading)
        .toSorted((one, other) => rank(other) - rank(one));
      return { heading, entries: own.map(toEntry), best: own[0] ? rank(own[0]) : RANKS.some };
    })
    .filter(({ entries }) => entries.length > 0);
  const isAsked = ({ best }: { best: number }) => best >= RANKS.verb;
  return [
    ...groups.filter(isAsked).toSorted((one, other) => other.best - one.best),
    ...(found ? toFoundGroups(role, found) : []),
    ...groups.filter((group) => !isAsked(group)),
  ].map(({ heading, entries }) => ({ heading, entries }));
}

const RANKS = { some: 0, beginning: 1, verb: 2, name: 3 } as const;

function rankOf({ label, verbs }: Command, words: readonly string[], whole: string): number {
  const name = foldText(label);
  if (words.length === 0) return RANKS.some;
  if (name === whole || name === `${whole}s`) return RANKS.name;
  if (words.some((word) => verbs.includes(word))) return RANKS.verb;

  return name.startsWith(whole) ? RANKS.beginning : RANKS.some;
}

function hasEveryWord({ label, verbs, nouns }: Command, words: readonly string[]): boolean {
  const own = [...toSearchWords(`${label} ${nouns}`), ...verbs];
  return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
}

function toEntry({ key, label, path, leaves, exports }: Command): CommandPaletteEntry {
  return { key, label, path, leaves, exports };
}

/** Leaves out kinds that have no screen for the role. */
function toFoundGroups(role: Role, found: StaffSearchData): CommandPaletteGroup[] {
  const peopleArea = mayOpenArea(role, 'users') ? 'users' : 'people';
  const groups = [
    toGroup('People', peopleArea, found.people, ({ name, email, role: own }) => ({
      label: name,
      detail: `${toRoleText(own)}, ${email}`,
      path: toListPath(peopleArea, email),
    })),
    toGroup('Leagues', 'weeks', found.leagues, ({ id, name, cohort }) => ({
      label: name,
      detail: cohort.name,
      path: leaguePath(id),
    })),
    toGroup(TERMS.weeks, 'weeks', found.weeks, ({ name, league }) => ({
      label: name,
      detail: league.name,
      path: toListPath('weeks', name),
    })),
    toGroup(TERMS.sections, 'sections', found.sections, ({ name, week, league }) => ({
      label: name,
      detail: `${league.name}, ${week.name}`,
      path: toListPath('sections', name),
    })),
    toGroup('Resources', 'resources', found.resources, ({ title, section, league }) => ({
      label: title,
      detail: `${league.name}, ${section.name}`,
      path: toListPath('resources', title),
    })),
  ];
  return groups.filter(({ area, entries }) => entries.length > 0 && mayOpenArea(role, area));
}

function toGroup<Row extends { id: string }>(
  heading: string,
  area: AdminArea,
  rows: readonly Row[],
  toFound: (row: Row) => Pick<CommandPaletteEntry, 'label' | 'detail' | 'path'>,
) {
  const entries = rows.map((row) => ({ ...toFound(row), key: `${heading}:${row.id}`, isFound: true }));
  return { heading, area, entries };
}

/** In the address format of `list/list-state.ts`. */
function toListPath(area: AdminArea, search: string): string {
  return `${rulesOf(area).path}?${new URLSearchParams({ q: search })}`;
}
