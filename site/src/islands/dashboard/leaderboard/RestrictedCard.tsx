import { type ReactNode, useState } from 'react';
import { mailbox, name as productName } from '#content/site.json';
import { readSignOutReason } from '#site/islands/shared/http/session-end.ts';
import { storeReturnPath } from '#site/islands/shared/session/return-path.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { SignOutReasonNote } from '../../shared/account/SignOutReasonNote.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

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

function VisitorShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="border-b border-line bg-page">
        <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6 lg:px-8">
          <a
            href="/"
            target="_self"
            className="link-alone font-display text-lg font-bold tracking-tight text-strong"
          >
            <span className="marker">{productName}</span>
          </a>
          <a href="/" target="_self" className="link inline-flex min-h-11 items-center">
            Back to Home
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pb-24 pt-6 sm:px-6 lg:px-8 lg:pt-8">
        {children}
      </main>
    </>
  );
}
