import type { StaffSearchData } from '#contract/command-palette.ts';
import type { Role } from '#contract/roles.ts';
import { TERMS, toRoleText } from '#site/labels.ts';
import { type AdminArea, listAreas, mayOpenArea, rulesOf } from '../areas/areas.ts';

/** One line of the palette. */
export interface CommandPaletteEntry {
  /** Unique among all lines. */
  key: string;
  label: string;
  /** Where or what it is. */
  detail?: string;
  /** Where it leads. */
  path: string;
  /** True for an address outside the staff area. */
  leaves?: boolean;
}

export interface CommandPaletteGroup {
  heading: string;
  entries: CommandPaletteEntry[];
}

/** What can be added from anywhere: its area opens with the form. */
const CREATIONS: readonly { area: AdminArea; label: string }[] = [
  { area: 'cohorts', label: 'Create Cohort' },
  { area: 'leagues', label: 'Create League' },
  { area: 'specializations', label: 'Create Specialization' },
];

const WAYS_OUT: readonly CommandPaletteEntry[] = [
  { key: 'out:dashboard', label: 'Learner dashboard', path: '/dashboard', leaves: true },
  { key: 'out:home', label: 'Back to Home', path: '/', leaves: true },
  { key: 'out:logout', label: 'Sign Out', path: '/logout', leaves: true },
];

/** The actions whose words hold all that was typed; all of them for nothing typed. */
export function listActions(role: Role, typed: string): CommandPaletteGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const areas = listAreas().filter(([area]) => mayOpenArea(role, area));
  const groups: CommandPaletteGroup[] = [
    {
      heading: 'Go to',
      entries: areas.map(([area, { entry, path }]) => ({
        key: `area:${area}`,
        label: entry,
        path,
      })),
    },
    {
      heading: 'Actions',
      entries: [
        ...CREATIONS.filter(({ area }) => mayOpenArea(role, area)).map(({ area, label }) => ({
          key: `create:${area}`,
          label,
          path: `${rulesOf(area).path}?new`,
        })),
        ...WAYS_OUT,
      ],
    },
  ];
  return groups
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(({ label }) => {
        const text = `${heading} ${label}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** What the search found, with the screens that show it; kinds without a screen for the role are left out. */
export function toFoundGroups(role: Role, found: StaffSearchData): CommandPaletteGroup[] {
  const groups: (CommandPaletteGroup & { area: AdminArea })[] = [
    {
      area: 'users',
      heading: 'People',
      entries: found.people.map(({ id, name, email, role: own }) => ({
        key: `user:${id}`,
        label: name,
        detail: `${toRoleText(own)}, ${email}`,
        path: toListPath('users', email),
      })),
    },
    {
      area: mayOpenArea(role, 'leagues') ? 'leagues' : 'weeks',
      heading: 'Leagues',
      entries: found.leagues.map(({ id, name, cohort }) => ({
        key: `league:${id}`,
        label: name,
        detail: cohort.name,
        path: toListPath(mayOpenArea(role, 'leagues') ? 'leagues' : 'weeks', name),
      })),
    },
    {
      area: 'weeks',
      heading: TERMS.weeks,
      entries: found.weeks.map(({ id, name, league }) => ({
        key: `week:${id}`,
        label: name,
        detail: league.name,
        path: toListPath('weeks', name),
      })),
    },
    {
      area: 'sections',
      heading: TERMS.sections,
      entries: found.sections.map(({ id, name, week, league }) => ({
        key: `section:${id}`,
        label: name,
        detail: `${league.name}, ${week.name}`,
        path: toListPath('sections', name),
      })),
    },
    {
      area: 'resources',
      heading: 'Resources',
      entries: found.resources.map(({ id, title, section, league }) => ({
        key: `resource:${id}`,
        label: title,
        detail: `${league.name}, ${section.name}`,
        path: toListPath('resources', title),
      })),
    },
  ];
  return groups.filter(({ area, entries }) => entries.length > 0 && mayOpenArea(role, area));
}

/** A screen with a search in it, as `list/list-state.ts` reads it. */
function toListPath(area: AdminArea, search: string): string {
  return `${rulesOf(area).path}?${new URLSearchParams({ q: search })}`;
}
