import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { name as productName } from '#content/site.json';
import type { Role } from '#contract/roles.ts';
import { AccessDenied } from '../shared/account/AccessDenied.tsx';
import { AccountWaiting } from '../shared/account/AccountWaiting.tsx';
import { enableProofPrompt } from '../shared/passkeys/lazy-proof-prompt.ts';
import { useRoleGate } from '../shared/session/auth-hooks.ts';
import { reloadUserOnReturn } from '../shared/session/reload-on-return.ts';
import { $session } from '../shared/session/session.ts';
import { ToastRegion } from '../shared/toast/ToastRegion.tsx';
import { focusNearby } from '../ui/focus-nearby.ts';
import { AreaBoundary } from './areas/AreaBoundary.tsx';
import { ADMIN_ROLES, type AdminScreen, landingArea, mayOpenArea, rulesOf } from './areas/areas.ts';
import { $openedPages, $router, openPage } from './areas/router.ts';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { preloadScreen, type ScreenProps, screenOf } from './screens.ts';
import { AdminHeader } from './shell/AdminHeader.tsx';
import { SidebarContent } from './shell/SidebarContent.tsx';

/** If this chunk fails to load, the area works without the notice. */
const PasskeyNotice = lazy(() =>
  import('./passkey-notice/PasskeyNotice.tsx').then(
    (part) => ({ default: part.PasskeyNotice }),
    () => ({ default: () => null }),
  ),
);

export function Admin({ contentEvents }: Pick<ScreenProps, 'contentEvents'>) {
  const gate = useRoleGate(ADMIN_ROLES);
  const { user } = useStore($session);
  const route = useStore($router)?.route;
  useEffect(enableProofPrompt, []);
  // Cached lists would outlive a lost role.
  useEffect(() => reloadUserOnReturn((reload) => $router.listen(reload)), []);
  useEffect(() => {
    if (route && route !== 'landing') preloadScreen(route);
  }, [route]);
  if (gate.kind === 'refuse') {
    return (
      <main id="main" className="wrap">
        <AccessDenied current={gate.current} required={gate.required} />
      </main>
    );
  }
  if (gate.kind !== 'show' || !user) {
    return (
      <main id="main" className="wrap py-16">
        <AccountWaiting title="Opening the staff area" />
      </main>
    );
  }
  return <Shell user={user} role={user.role as Role} contentEvents={contentEvents} />;
}

interface ShellProps extends ScreenProps {
  role: Role;
}

function Shell({ user, role, contentEvents }: ShellProps) {
  const page = useStore($router);
  const opened = useStore($openedPages);
  const area = page && page.route !== 'landing' ? page.route : null;
  useEffect(() => {
    if (!page) location.replace('/');
    else if (page.route === 'landing') openPage(rulesOf(landingArea(role)).path, { replace: true });
  }, [page, role]);
  useEffect(() => {
    // These screens give their own titles.
    if (area !== 'league' && area !== 'events')
      document.title = `${area ? rulesOf(area).entry : 'Admin'} | ${productName}`;
    const frame = requestAnimationFrame(() => scrollTo(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [area]);
  const screen = area && `${opened} ${toKey(page)}`;
  useFocusAfter(screen);
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className="hidden border-e border-line bg-surface lg:block"
        data-print="hide"
      >
        <div className="sticky top-0 h-dvh">
          <SidebarContent role={role} current={area} />
        </div>
      </aside>
      <div className="min-w-0">
        <AdminHeader user={user} role={role} current={area} />
        <ToastRegion className="top-(--nav-height)" />
        <main id="main" tabIndex={-1} className="px-4 py-3 *:grid-cols-[minmax(0,1fr)] md:px-8">
          <Suspense fallback={null}>
            <PasskeyNotice userId={user.id} />
          </Suspense>
          {area ? <Area key={screen} area={area} {...{ user, role, contentEvents }} /> : null}
        </main>
      </div>
    </div>
  );
}

/** When the followed link disappeared with its screen, moves the focus into the new page. */
function useFocusAfter(screen: string | null) {
  const before = useRef(screen);
  useEffect(() => {
    const isFollowed = before.current !== null && before.current !== screen;
    before.current = screen;
    if (isFollowed && document.activeElement === document.body) focusNearby();
  }, [screen]);
}

/**
 * A link to another search of the same screen remounts it; a search written by the screen itself does not, and neither
 * does another tab of a league.
 */
function toKey(page: ReturnType<typeof $router.get>): string {
  if (page?.route === 'league') return `league ${page.params.id}`;
  return page ? `${page.path}?${new URLSearchParams(page.search)}` : '';
}

function Area({ area, role, ...props }: ShellProps & { area: AdminScreen }) {
  if (area === 'specializations' && role !== 'GRAND_PATHFINDER') return <GrandOnly />;
  if (!mayOpenArea(role, area)) return <AccessDenied current={role} required={rulesOf(area).roles} />;
  const Screen = screenOf(area);
  return (
    <AreaBoundary>
      <Suspense fallback={<ListSkeleton label={`Loading ${rulesOf(area).entry.toLowerCase()}...`} />}>
        <Screen {...props} />
      </Suspense>
    </AreaBoundary>
  );
}

const READING_MS = 2500;

/** Redirects to cohorts afterwards (docs/product.md OPEN-16). */
function GrandOnly() {
  useEffect(() => {
    const timer = setTimeout(() => openPage(rulesOf('cohorts').path, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="mx-auto grid max-w-xl gap-4 py-12">
      <p className="eyebrow">Staff area</p>
      <h1 className="title">Specializations</h1>
      <p role="alert" className="text-lg text-danger">
        Access Denied - Only Grand Pathfinders can access Specialization Management.
      </p>
      <p className="text-muted">Taking you to the cohorts…</p>
    </section>
  );
}
