import { type ReactNode, useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { reloadUser } from '#site/islands/shared/session/session.ts';
import { StatusBadge } from '#site/islands/ui/Badge.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from './ScreenHeading.tsx';

/** Replaces every screen but the profile until the account is approved. */
export function PendingScreen({ user }: { user: User }) {
  useEffect(() => {
    const ask = () => void (document.visibilityState === 'visible' && reloadUser());
    addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  const rows = [
    ['Name', user.name],
    ['Email', <EmailText key="email" email={user.email} />],
    ['Joined', toLongDate(user.createdAt)],
  ] as const;
  return (
    <section className="mx-auto max-w-measure py-4 sm:py-10">
      <ScreenHeading title="Account Pending Approval" />
      <p className="mt-4 text-muted">
        A pathfinder looks at your account next. We email you as soon as it is approved; then your leagues and
        the leaderboard open here.
      </p>
      <dl className="mt-8 overflow-hidden rounded-lg border border-line bg-surface">
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Status">
          <StatusBadge status="PENDING" />
        </Fact>
      </dl>
      <h2 className="mt-10 text-lg">What you can do meanwhile</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-faint">
        <li>Wait up to 24 hours for the approval. You need not do anything.</li>
        <li>
          <a href={PATHS.profile} className="link">
            Complete your profile
          </a>{' '}
          with your social handles, so we know who you are.
        </li>
      </ul>
      <div className="mt-10 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Refresh Status</Button>
        <ButtonLink variant="secondary" href="/logout" target="_self">
          Sign out
        </ButtonLink>
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 border-b border-line px-5 py-3 last:border-b-0">
      <dt className="w-28 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 basis-32 font-semibold text-strong [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}
