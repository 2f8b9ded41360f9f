import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { User } from '#contract/users.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';

// Forms and dialogs that most visits never open: they come after the profile itself.
const AccountCards = lazy(async () => ({
  default: (await import('./account/AccountCards.tsx')).AccountCards,
}));

/** What a person may do with the own account, below the profile. */
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

/** The profile stays when its settings could not be fetched. React asks for a class here. */
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
