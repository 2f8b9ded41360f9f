import { lazy, Suspense } from 'react';
import type { User } from '#contract/users.ts';
import { Boundary } from '#site/islands/shared/boundary.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { LoadFailure } from '../shell/LoadFailure.tsx';

const AccountCards = lazy(async () => ({
  default: (await import('./account/AccountCards.tsx')).AccountCards,
}));

export function AccountSettings({ user }: { user: User }) {
  return (
    // Keeps the profile on screen if the settings fail to load.
    <Boundary fallback={<NotLoaded />}>
      <Suspense fallback={<Waiting />}>
        <AccountCards user={user} />
      </Suspense>
    </Boundary>
  );
}

function Waiting() {
  return (
    <Loading label="Loading your account settings..." className="mt-6 grid gap-6">
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </Loading>
  );
}

function NotLoaded() {
  return (
    <LoadFailure
      title="Your account settings did not load"
      className="mt-6"
      retryLabel="Load again"
      onRetry={() => location.reload()}
    >
      Nothing has changed. Check your connection, then load the page again.
    </LoadFailure>
  );
}
