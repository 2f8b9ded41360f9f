import * as z from 'zod/mini';

/** In ascending order, except ADMIN, which passes no role check on the server (docs/api.md Q18). */
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
export type Permissions = Record<Permission, boolean>;

const LADDER: Record<Role, number> = {
  ADMIN: 0,
  PIONEER: 0,
  LUMINARY: 1,
  PATHFINDER: 2,
  CHIEF_PATHFINDER: 3,
  GRAND_PATHFINDER: 4,
};

export function reachesRole(role: Role, needed: Role): boolean {
  return role !== 'ADMIN' && LADDER[role] >= LADDER[needed];
}

/** PATHFINDER, CHIEF_PATHFINDER and GRAND_PATHFINDER. */
export function isAdmin(role: Role): boolean {
  return reachesRole(role, 'PATHFINDER');
}

/** Staff and ADMIN (docs/product.md OPEN-15). */
export function mayEnterAdmin(role: Role): boolean {
  return role === 'ADMIN' || isAdmin(role);
}
