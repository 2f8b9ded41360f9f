import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { User } from '#contract/users.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';

const AccountCards = lazy(async () => ({
  default: (await import('./account/AccountCards.tsx')).AccountCards,
}));

export function AccountSettings({ user }: { user: User }) {
  return (
    <SettingsBoundary>
      <Suspense fallback={<Waiting />}>
        <AccountCards user={user} />
      </Suspense>
    </SettingsBoundary>
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

// Keeps the profile on screen if the settings fail to load. Error boundaries must be classes.
class SettingsBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert
        tone="danger"
        title="Your account settings did not load"
        className="mt-6"
        action={
          <Button variant="secondary" size="small" onClick={() => location.reload()}>
            Load again
          </Button>
        }
      >
        Nothing has changed. Check your connection, then load the page again.
      </Alert>
    );
  }
}
