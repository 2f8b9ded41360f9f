import type { Role } from '#contract/roles.ts';
import { TERMS } from '#site/labels.ts';

/** Who may enter /admin at all (ADMIN-01). */
export const ADMIN_ROLES = [
  'ADMIN',
  'GRAND_PATHFINDER',
  'CHIEF_PATHFINDER',
  'PATHFINDER',
] as const satisfies readonly Role[];

const GRAND = ['GRAND_PATHFINDER'] as const satisfies readonly Role[];
const STAFF = ['GRAND_PATHFINDER', 'CHIEF_PATHFINDER', 'PATHFINDER'] as const satisfies readonly Role[];
const CHIEFS = ['GRAND_PATHFINDER', 'CHIEF_PATHFINDER'] as const satisfies readonly Role[];

/** In the order of the sidebar, with the roles that may open them (ADMIN-11 to ADMIN-18). */
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

/** Areas beyond the eight of the specification, in their own part of the sidebar, for roles that may open them. */
const ADMIN_TOOLS = {
  people: { path: '/admin/people', entry: 'People', group: 'People', roles: STAFF },
  imports: { path: '/admin/imports', entry: 'Import', group: 'Files', roles: STAFF },
  files: { path: '/admin/league-files', entry: 'League files', group: 'Files', roles: STAFF },
  analytics: { path: '/admin/analytics', entry: 'Analytics', group: 'Oversight', roles: STAFF },
  audit: { path: '/admin/audit-log', entry: 'Audit log', group: 'Oversight', roles: GRAND },
  badges: { path: '/admin/badges', entry: 'Badges', group: 'Oversight', roles: STAFF },
  certificates: { path: '/admin/certificates', entry: 'Certificates', group: 'Oversight', roles: CHIEFS },
  mail: { path: '/admin/mail', entry: 'Mail', group: 'Oversight', roles: GRAND },
} as const satisfies Record<string, AreaRules>;

type Specified = keyof typeof ADMIN_AREAS;
export type AdminArea = Specified | keyof typeof ADMIN_TOOLS;

const RULES: Record<AdminArea, AreaRules> = { ...ADMIN_AREAS, ...ADMIN_TOOLS };
const ALL_AREAS = Object.keys(ADMIN_AREAS) as Specified[];
const ALL_TOOLS = Object.keys(ADMIN_TOOLS) as AdminArea[];

/** Address, entry, group and roles of an area. */
export function rulesOf(area: AdminArea): AreaRules {
  return RULES[area];
}

/** Every area with its rules, for the router and the prebuilt pages. */
export function listAreas(): [AdminArea, AreaRules][] {
  return [...ALL_AREAS, ...ALL_TOOLS].map((area) => [area, RULES[area]]);
}

/** The API decides again on every call. */
export function mayOpenArea(role: Role, area: AdminArea): boolean {
  return RULES[area].roles.includes(role);
}

/** 'People' has no entry for those who manage no users or have the list of all. */
export function isOffered(role: Role, area: AdminArea, managesUsers: boolean): boolean {
  if (area === 'people' && (!managesUsers || mayOpenArea(role, 'users'))) return false;
  return mayOpenArea(role, area);
}

/** Tools for their own part of the sidebar. */
export function listSidebarTools(role: Role, managesUsers: boolean): AdminArea[] {
  return ALL_TOOLS.filter((area) => isOffered(role, area, managesUsers));
}

/**
 * Chiefs and pathfinders see what they may open, every other role all entries (ADMIN-19 to ADMIN-22, docs/product.md
 * OPEN-15).
 */
export function listSidebarAreas(role: Role): AdminArea[] {
  if (role !== 'CHIEF_PATHFINDER' && role !== 'PATHFINDER') return ALL_AREAS;
  return ALL_AREAS.filter((area) => mayOpenArea(role, area));
}

/** Where /admin itself leads (ADMIN-02 to ADMIN-04). */
export function landingArea(role: Role): AdminArea {
  return role === 'CHIEF_PATHFINDER' || role === 'PATHFINDER' ? 'weeks' : 'users';
}
