import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { ToastRegion } from '#site/islands/shared/toast/ToastRegion.tsx';
import { OfflineSlot } from '../offline/OfflineSlot.tsx';
import type { Screen } from '../routing/router.ts';
import { Header } from './Header.tsx';
import { SidebarContent } from './SidebarContent.tsx';

interface Props {
  screen: Screen;
  user: User;
  children: ReactNode;
}

export function Shell({ screen, user, children }: Props) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <aside
          className="sticky top-0 hidden h-dvh border-e border-line bg-surface lg:block"
          aria-label="Sidebar"
        >
          <SidebarContent screen={screen} user={user} />
        </aside>
        <div className="min-w-0">
          <Header screen={screen} user={user} />
          <ToastRegion className="top-0 lg:top-16" />
          <OfflineSlot />
          <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pb-24 pt-6 sm:px-6 lg:px-8 lg:pt-8">
            {children}
          </main>
        </div>
      </div>
    </>
  );
}
