import { lazy } from 'react';
import type { Screen } from './routing/router.ts';

// site/src/pages/dashboard/[...path].astro preloads the code of each screen (`part`); other screens load on navigation.
const loadOverview = () => import('./overview/Overview.tsx');
const loadCatalogue = () => import('./leagues/Catalogue.tsx');
const loadLeague = () => import('./league/LeagueScreen.tsx');
const loadLeaderboard = () => import('./leaderboard/Leaderboard.tsx');
const loadRestricted = () => import('./leaderboard/RestrictedCard.tsx');
const loadRevision = () => import('./revision/Revision.tsx');
const loadHistory = () => import('./history/History.tsx');
const loadProfile = () => import('./profile/Profile.tsx');

export const PendingScreen = lazy(async () => ({
  default: (await import('./shell/PendingScreen.tsx')).PendingScreen,
}));
export const Overview = lazy(async () => ({ default: (await loadOverview()).Overview }));
export const Catalogue = lazy(async () => ({ default: (await loadCatalogue()).Catalogue }));
export const LeagueScreen = lazy(async () => ({ default: (await loadLeague()).LeagueScreen }));
export const LeaguePreview = lazy(async () => ({
  default: (await import('./league/LeaguePreview.tsx')).LeaguePreview,
}));
export const LeagueWithoutId = lazy(async () => ({
  default: (await import('./league/LeagueFailure.tsx')).LeagueWithoutId,
}));
export const Leaderboard = lazy(async () => ({ default: (await loadLeaderboard()).Leaderboard }));
export const RestrictedCard = lazy(async () => ({ default: (await loadRestricted()).RestrictedCard }));
export const Revision = lazy(async () => ({ default: (await loadRevision()).Revision }));
export const History = lazy(async () => ({ default: (await loadHistory()).History }));
export const Profile = lazy(async () => ({ default: (await loadProfile()).Profile }));

const LOADERS: Partial<Record<Screen, () => Promise<unknown>>> = {
  overview: loadOverview,
  leagues: loadCatalogue,
  league: loadLeague,
  leaderboard: loadLeaderboard,
  revision: loadRevision,
  history: loadHistory,
  profile: loadProfile,
};

/** Rendering the screen reports a failed load. */
export function preloadScreen(screen: Screen): void {
  LOADERS[screen]?.().catch(() => undefined);
}
