import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { useGate } from '#site/islands/shared/session/auth-hooks.ts';
import { reloadUserOnReturn } from '#site/islands/shared/session/reload-on-return.ts';
import {
  $session,
  reloadUser,
  startSession,
  storeAccountForOffline,
} from '#site/islands/shared/session/session.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { ScreenSkeleton, ShellSkeleton } from '#site/islands/ui/ShellSkeleton.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { startOutbox } from './data/outbox-actions.ts';
import { followOtherTabs } from './data/stored-changes.ts';
import { prepareOfflineSoon } from './offline/prepare-offline.ts';
import { openOverview } from './overview/open-overview.ts';
import { followArrivals } from './routing/arrival.ts';
import { $route, followLinks } from './routing/router.ts';
import {
  Catalogue,
  Leaderboard,
  LeaguePreview,
  LeagueScreen,
  Overview,
  PendingScreen,
  PLAIN_SCREENS,
  Profile,
  preloadScreen,
  RestrictedCard,
} from './screens.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { Shell } from './shell/Shell.tsx';

type Page = NonNullable<ReturnType<typeof $route.get>>;

export function DashboardApp() {
  const page = useStore($route);
  const session = useStore($session);
  useEffect(() => {
    storeAccountForOffline();
    void startSession();
    const stops = [
      followLinks(),
      followArrivals(),
      followOtherTabs(),
      prepareOfflineSoon(),
      reloadUserOnReturn(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    if (!page) location.replace('/');
  }, [page]);
  if (!page) return null;
  if (page.route === 'leaderboard' && session.state !== 'signedIn' && !session.failure) {
    if (session.state === 'loading') return <ShellSkeleton hasSearch />;
    return (
      <ScreenBoundary>
        <Suspense fallback={<ShellSkeleton hasSearch />}>
          <RestrictedCard />
        </Suspense>
      </ScreenBoundary>
    );
  }
  return <GatedArea page={page} />;
}

// The leaderboard explains to signed-out visitors why it is closed instead of redirecting (docs/product.md OPEN-12).
const isLeaderboard = () => $route.get()?.route === 'leaderboard';

function GatedArea({ page }: { page: Page }) {
  const decision = useGate('account', isLeaderboard);
  const session = useStore($session);
  const user = session.user;
  const learnerId = user && user.status !== 'PENDING' ? user.id : null;
  const accountId = user?.id ?? null;
  useEffect(() => (accountId ? startOutbox(accountId) : undefined), [accountId]);
  useEffect(() => preloadScreen(page.route), [page.route]);
  useEffect(() => {
    // Starts the request here, so that it runs while the gate still waits for its own reply.
    if (page.route === 'overview' && learnerId) void openOverview();
  }, [page.route, learnerId]);
  if (session.state === 'loading' && session.failure) return <UnreachableScreen />;
  if (decision.kind !== 'show' || !user) {
    return page.route === 'profile' ? <ProfileWaiting /> : <ShellSkeleton hasSearch />;
  }
  return (
    <Shell screen={page.route} user={user}>
      <ScreenBoundary key={page.path}>
        <Suspense fallback={<ScreenSkeleton />}>
          <CurrentScreen page={page} user={user} />
        </Suspense>
      </ScreenBoundary>
    </Shell>
  );
}

function CurrentScreen({ page, user }: { page: Page; user: User }): ReactNode {
  // The API refuses everything else to a pending account (docs/product.md OPEN-17).
  if (user.status === 'PENDING' && page.route !== 'profile') return <PendingScreen user={user} />;
  switch (page.route) {
    case 'overview':
      return <Overview user={user} />;
    case 'leagues':
      return <Catalogue user={user} />;
    case 'league':
      return 'preview' in page.search && isAdmin(user.role as Role) ? (
        <LeaguePreview leagueId={page.params.leagueId} Screen={LeagueScreen} />
      ) : (
        <LeagueScreen key={page.params.leagueId} leagueId={page.params.leagueId} />
      );
    case 'leaderboard':
      return <Leaderboard user={user} />;
    case 'profile':
      return <Profile user={user} />;
    default: {
      const PlainScreen = PLAIN_SCREENS[page.route];
      return <PlainScreen />;
    }
  }
}

function UnreachableScreen() {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-measure content-center gap-4 p-6">
      <h1 className="title">Connection Issue</h1>
      <p role="alert" className="text-muted">
        You're offline, or our server is down. You are still signed in, and your progress is safe.
      </p>
      <p>
        <Button onClick={() => void reloadUser()}>Try Again</Button>
      </p>
    </main>
  );
}

function ProfileWaiting() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <h1 className="sr-only">Profile</h1>
      <Spinner label="Loading profile..." />
    </main>
  );
}
