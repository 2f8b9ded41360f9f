import { useState } from 'react';
import { mailbox } from '#content/site.json';
import { storeReturnPath } from '#site/islands/shared/session/return-path.ts';
import { readSignOutReason } from '#site/islands/shared/session/sign-out-reason.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { SignOutReasonNote } from '../../shared/account/SignOutReasonNote.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { VisitorShell } from '../shell/VisitorShell.tsx';

export function RestrictedCard() {
  const [reason] = useState(readSignOutReason);
  return (
    <VisitorShell>
      <section className="mx-auto mt-6 max-w-measure rounded-lg border border-line bg-surface p-6 text-center sm:mt-16 sm:p-12">
        <ScreenHeading title="Leaderboard">Leaderboard Access Restricted</ScreenHeading>
        <p className="mx-auto mt-4 max-w-md text-muted">
          Sign in to view the community leaderboard and see top performers based on tasks completed.
        </p>
        <div className="mt-6 text-start empty:hidden">
          {reason ? <SignOutReasonNote reason={reason} mailbox={mailbox} /> : null}
        </div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink
            href="/signin"
            target="_self"
            onClick={() => storeReturnPath(location.pathname + location.search)}
          >
            Sign In
          </ButtonLink>
          <ButtonLink href="/signup" target="_self" variant="secondary">
            Create Account
          </ButtonLink>
        </div>
      </section>
    </VisitorShell>
  );
}
