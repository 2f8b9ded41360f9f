import { lazy } from 'react';
import type { Screen } from './routing/router.ts';

// site/src/pages/dashboard/[...path].astro preloads the code of each screen (`part`); other screens load on navigation.
const LOADERS = {
  overview: async () => ({ default: (await import('./overview/Overview.tsx')).Overview }),
  leagues: async () => ({ default: (await import('./leagues/Catalogue.tsx')).Catalogue }),
  league: async () => ({ default: (await import('./league/LeagueScreen.tsx')).LeagueScreen }),
  leaderboard: async () => ({ default: (await import('./leaderboard/Leaderboard.tsx')).Leaderboard }),
  revision: async () => ({ default: (await import('./revision/Revision.tsx')).Revision }),
  history: async () => ({ default: (await import('./history/History.tsx')).History }),
  calendar: async () => ({ default: (await import('./calendar/Calendar.tsx')).Calendar }),
  mentoring: async () => ({ default: (await import('./mentoring/Mentoring.tsx')).Mentoring }),
  news: async () => ({ default: (await import('./news/News.tsx')).News }),
  profile: async () => ({ default: (await import('./profile/Profile.tsx')).Profile }),
  leagueWithoutId: async () => ({ default: (await import('./league/LeagueFailure.tsx')).LeagueWithoutId }),
};

export const Overview = lazy(LOADERS.overview);
export const Catalogue = lazy(LOADERS.leagues);
export const LeagueScreen = lazy(LOADERS.league);
export const Leaderboard = lazy(LOADERS.leaderboard);
export const Profile = lazy(LOADERS.profile);
/** They take nothing from the page. */
export const PLAIN_SCREENS = {
  revision: lazy(LOADERS.revision),
  history: lazy(LOADERS.history),
  calendar: lazy(LOADERS.calendar),
  mentoring: lazy(LOADERS.mentoring),
  news: lazy(LOADERS.news),
  leagueWithoutId: lazy(LOADERS.leagueWithoutId),
};
export const LeaguePreview = lazy(async () => ({
  default: (await import('./league/LeaguePreview.tsx')).LeaguePreview,
}));
export const PendingScreen = lazy(async () => ({
  default: (await import('./shell/PendingScreen.tsx')).PendingScreen,
}));
export const RestrictedCard = lazy(async () => ({
  default: (await import('./leaderboard/RestrictedCard.tsx')).RestrictedCard,
}));

/** Rendering the screen reports a failed load. */
export function preloadScreen(screen: Screen): void {
  LOADERS[screen]().catch(() => undefined);
}
