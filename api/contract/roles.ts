import * as z from 'zod/mini';

/**
 * Roles from the least to the most; ADMIN stands beside the ladder and passes no server role check (docs/api.md Q18).
 */
export const ROLES = [
  'PIONEER',
  'LUMINARY',
  'PATHFINDER',
  'CHIEF_PATHFINDER',
  'GRAND_PATHFINDER',
  'ADMIN',
] as const;
export const Role = /* @__PURE__ */ z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const STATUSES = ['PENDING', 'ACTIVE', 'SUSPENDED', 'INACTIVE'] as const;
export const Status = /* @__PURE__ */ z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

export const PERMISSIONS = ['canManageUsers', 'canViewAnalytics', 'canCreateContent'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const LADDER: Record<Role, number> = {
  ADMIN: 0,
  PIONEER: 0,
  LUMINARY: 1,
  PATHFINDER: 2,
  CHIEF_PATHFINDER: 3,
  GRAND_PATHFINDER: 4,
};

/** True when the role stands at or above the other on the ladder (docs/api.md 4, Role ladder). */
export function reachesRole(role: Role, needed: Role): boolean {
  return role !== 'ADMIN' && LADDER[role] >= LADDER[needed];
}

/** PATHFINDER, CHIEF_PATHFINDER and GRAND_PATHFINDER: who manages content, modules included (ROLE-09). */
export function isAdmin(role: Role): boolean {
  return reachesRole(role, 'PATHFINDER');
}

/**
 * Who sees the Admin Panel link and may enter /admin: staff and ADMIN (LAYOUT-03, ADMIN-01, docs/product.md OPEN-15).
 */
export function mayEnterAdmin(role: Role): boolean {
  return role === 'ADMIN' || isAdmin(role);
}
