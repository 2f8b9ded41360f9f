import { lazy } from 'react';
import type { Screen } from './router.ts';

// The dashboard and the catalogue come with the area; the other screens when somebody goes there.
const loadLeague = () => import('./league/LeagueScreen.tsx');
const loadLeaderboard = () => import('./leaderboard/Leaderboard.tsx');
const loadProfile = () => import('./profile/Profile.tsx');

export const LeagueScreen = lazy(async () => ({ default: (await loadLeague()).LeagueScreen }));
export const LeagueWithoutId = lazy(async () => ({ default: (await loadLeague()).LeagueWithoutId }));
export const Leaderboard = lazy(async () => ({ default: (await loadLeaderboard()).Leaderboard }));
export const Profile = lazy(async () => ({ default: (await loadProfile()).Profile }));

const LOADERS: Partial<Record<Screen, () => Promise<unknown>>> = {
  league: loadLeague,
  leagueWithoutId: loadLeague,
  leaderboard: loadLeaderboard,
  profile: loadProfile,
};

/** Fetches a screen's code while the account is still asked for. A failure shows when the screen is drawn. */
export function preloadScreen(screen: Screen): void {
  LOADERS[screen]?.().catch(() => undefined);
}
