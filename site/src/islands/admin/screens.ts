import { type ComponentType, lazy } from 'react';
import type { User } from '#contract/users.ts';
import type { AdminScreen } from './areas/areas.ts';
import type { ContentEvent } from './events/event-list.ts';

export interface ScreenProps {
  user: User;
  /** Those whose page has registration. */
  contentEvents: readonly ContentEvent[];
}

/** A new screen needs a line here, an area in `areas/areas.ts` and an icon in `AREA_ICONS` of `shell/SidebarContent.tsx`. */
const LOADERS: Record<AdminScreen, () => Promise<ComponentType<ScreenProps>>> = {
  users: async () => (await import('./users/Users.tsx')).Users,
  cohorts: async () => (await import('./cohorts/Cohorts.tsx')).Cohorts,
  leagues: async () => (await import('./leagues/Leagues.tsx')).Leagues,
  specializations: async () => (await import('./specializations/Specializations.tsx')).Specializations,
  weeks: async () => (await import('./weeks/Weeks.tsx')).Weeks,
  sections: async () => (await import('./sections/Sections.tsx')).Sections,
  resources: async () => (await import('./resources/Resources.tsx')).Resources,
  assignments: async () => (await import('./assignments/Assignments.tsx')).Assignments,
  people: async () => (await import('./people/People.tsx')).People,
  imports: async () => (await import('./imports/Imports.tsx')).Imports,
  files: async () => (await import('./league-files/LeagueFiles.tsx')).LeagueFiles,
  analytics: async () => (await import('./analytics/ReportsScreen.tsx')).ReportsScreen,
  audit: async () => (await import('./audit-log/AuditLog.tsx')).AuditLog,
  badges: async () => (await import('./badges/Badges.tsx')).Badges,
  certificates: async () => (await import('./certificates/Certificates.tsx')).Certificates,
  breaks: async () => (await import('./breaks/Breaks.tsx')).Breaks,
  announcements: async () => (await import('./announcements/Announcements.tsx')).Announcements,
  events: async () => (await import('./events/Events.tsx')).Events,
  mentoring: async () => (await import('./mentoring/Mentoring.tsx')).Mentoring,
  mail: async () => (await import('./mail/MailDomains.tsx')).MailDomains,
  league: async () => (await import('./league/League.tsx')).League,
  news: async () => (await import('./news/News.tsx')).News,
};

const screens = new Map<AdminScreen, ComponentType<ScreenProps>>();

/** A new component on each call would remount the screen. */
export function screenOf(area: AdminScreen): ComponentType<ScreenProps> {
  const known = screens.get(area);
  if (known) return known;
  const screen = lazy(async () => ({ default: await LOADERS[area]() }));
  screens.set(area, screen);
  return screen;
}

/** A failure appears when the screen is rendered. */
export function preloadScreen(area: AdminScreen): void {
  LOADERS[area]().catch(() => undefined);
}
