import type { Role } from '#contract/roles.ts';
import { ROLE_LABELS } from '#site/labels.ts';

interface Props {
  current: Role | null;
  required: readonly Role[];
}

export function AccessDenied({ current, required }: Props) {
  return (
    <section aria-labelledby="access-denied" className="mx-auto grid max-w-xl gap-6 py-12">
      <header className="grid gap-3">
        <p className="eyebrow">Staff area</p>
        <h1 id="access-denied" className="title">
          Access Denied
        </h1>
        <p className="text-lg text-muted">You don't have permission to access this page.</p>
      </header>
      <dl className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-surface p-5 max-sm:[&>dt+dd+dt]:mt-3 sm:grid-cols-[auto_1fr] sm:gap-y-3">
        <dt className="font-semibold text-muted">Your role</dt>
        <dd className="font-semibold text-strong">{current ? ROLE_LABELS[current].words : 'None'}</dd>
        <dt className="font-semibold text-muted">Required role</dt>
        <dd className="text-strong">{required.map((role) => ROLE_LABELS[role].words).join(' or ')}</dd>
      </dl>
      <p className="flex flex-wrap gap-x-6 gap-y-3">
        <a className="link link-alone" href="/dashboard" target="_self">
          Go to Dashboard
        </a>
        <a className="link link-alone" href="/" target="_self">
          Go to Home
        </a>
      </p>
    </section>
  );
}
