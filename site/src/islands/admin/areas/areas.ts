import type { Role } from '#contract/roles.ts';
import { TERMS } from '#site/labels.ts';

export const ADMIN_ROLES = [
  'ADMIN',
  'GRAND_PATHFINDER',
  'CHIEF_PATHFINDER',
  'PATHFINDER',
] as const satisfies readonly Role[];

const GRAND = ['GRAND_PATHFINDER'] as const satisfies readonly Role[];
const STAFF = ['GRAND_PATHFINDER', 'CHIEF_PATHFINDER', 'PATHFINDER'] as const satisfies readonly Role[];
const CHIEFS = ['GRAND_PATHFINDER', 'CHIEF_PATHFINDER'] as const satisfies readonly Role[];

/** In sidebar order. */
export const ADMIN_AREAS = {
  users: { path: '/admin/users', entry: 'Users', group: 'People', roles: GRAND },
  cohorts: { path: '/admin/cohorts', entry: 'Cohorts', group: 'Programme', roles: GRAND },
  leagues: { path: '/admin/leagues', entry: 'Leagues', group: 'Programme', roles: GRAND },
  specializations: {
    path: '/admin/specializations',
    entry: 'Specializations',
    group: 'Programme',
    roles: GRAND,
  },
  weeks: { path: '/admin/weeks', entry: TERMS.weeks, group: 'Content', roles: STAFF },
  sections: { path: '/admin/sections', entry: TERMS.sections, group: 'Content', roles: STAFF },
  resources: { path: '/admin/resources', entry: 'Resources', group: 'Content', roles: STAFF },
  assignments: { path: '/admin/assignments', entry: 'Assignments', group: 'Content', roles: CHIEFS },
} as const satisfies Record<string, AreaRules>;

interface AreaRules {
  path: `/admin/${string}`;
  entry: string;
  group: string;
  roles: readonly Role[];
}

/** Areas beyond the specification. The sidebar of a laptop has no room for another group heading. */
const ADMIN_TOOLS = {
  people: { path: '/admin/people', entry: 'People', group: 'People', roles: STAFF },
  imports: { path: '/admin/imports', entry: 'Import', group: 'Files', roles: STAFF },
  files: { path: '/admin/league-files', entry: 'League files', group: 'Files', roles: STAFF },
  analytics: { path: '/admin/analytics', entry: 'Analytics', group: 'Oversight', roles: STAFF },
  audit: { path: '/admin/audit-log', entry: 'Audit log', group: 'Oversight', roles: GRAND },
  badges: { path: '/admin/badges', entry: 'Badges', group: 'Oversight', roles: STAFF },
  certificates: { path: '/admin/certificates', entry: 'Certificates', group: 'Oversight', roles: CHIEFS },
  breaks: { path: '/admin/breaks', entry: 'Breaks', group: 'Oversight', roles: GRAND },
  announcements: { path: '/admin/announcements', entry: 'Announcements', group: 'Oversight', roles: STAFF },
  events: { path: '/admin/events', entry: 'Events', group: 'Oversight', roles: STAFF },
  // 'Mentoring' is the learner's page.
  mentoring: { path: '/admin/mentoring', entry: 'Mentor sessions', group: 'Oversight', roles: STAFF },
  mail: { path: '/admin/mail', entry: 'Mail', group: 'Oversight', roles: GRAND },
} as const satisfies Record<string, AreaRules>;

/** One league, reached by its name; it has no entry of its own in the sidebar. */
export const LEAGUE_AREA = {
  path: '/admin/league',
  entry: 'League',
  group: 'Content',
  roles: STAFF,
} as const satisfies AreaRules;

/** One's own news, reached by the bell; 'News' is the learner's page. */
export const NEWS_AREA = {
  path: '/admin/news',
  entry: 'Your news',
  group: 'People',
  roles: ADMIN_ROLES,
} as const satisfies AreaRules;

/** Staff with several leagues have no list of them, and find theirs in the modules. */
export function leagueListArea(isGrand: boolean): AdminArea {
  return isGrand ? 'leagues' : 'weeks';
}

/** Until its name is known; 'League' is the learner's page. */
export const LEAGUE_TITLE = 'Manage league';

type Specified = keyof typeof ADMIN_AREAS;
export type AdminArea = Specified | keyof typeof ADMIN_TOOLS;
export type AdminScreen = AdminArea | 'league' | 'news';

const RULES: Record<AdminScreen, AreaRules> = {
  ...ADMIN_AREAS,
  ...ADMIN_TOOLS,
  league: LEAGUE_AREA,
  news: NEWS_AREA,
};
const ALL_AREAS = Object.keys(ADMIN_AREAS) as Specified[];
const ALL_TOOLS = Object.keys(ADMIN_TOOLS) as AdminArea[];

export function rulesOf(area: AdminScreen): AreaRules {
  return RULES[area];
}

/** Without a tab, its first one. */
export function leaguePath(id: string, tab?: string): string {
  return [LEAGUE_AREA.path, encodeURIComponent(id), tab].filter(Boolean).join('/');
}

export function listAreas(): [AdminArea, AreaRules][] {
  return [...ALL_AREAS, ...ALL_TOOLS].map((area) => [area, RULES[area]]);
}

export function mayOpenArea(role: Role, area: AdminScreen): boolean {
  return RULES[area].roles.includes(role);
}

/** Hides 'People' from staff who manage no users, and from those who have 'Users'. */
export function isOffered(role: Role, area: AdminArea, managesUsers: boolean): boolean {
  if (area === 'people' && (!managesUsers || mayOpenArea(role, 'users'))) return false;
  return mayOpenArea(role, area);
}

export function listSidebarTools(role: Role, managesUsers: boolean): AdminArea[] {
  return ALL_TOOLS.filter((area) => isOffered(role, area, managesUsers));
}

/** Chiefs and pathfinders see what they may open; other roles see all entries (docs/product.md OPEN-15). */
export function listSidebarAreas(role: Role): AdminArea[] {
  if (role !== 'CHIEF_PATHFINDER' && role !== 'PATHFINDER') return ALL_AREAS;
  return ALL_AREAS.filter((area) => mayOpenArea(role, area));
}

export function landingArea(role: Role): AdminArea {
  return role === 'CHIEF_PATHFINDER' || role === 'PATHFINDER' ? 'weeks' : 'users';
}
