import type { ReactNode } from 'react';

interface Props {
  result: { kind: 'success' | 'failure'; text: string } | null;
}

/** Renders the live region before its text, so that screen readers announce it. */
export function Outcome({ result }: Props) {
  const isFailure = result?.kind === 'failure';
  return (
    <p
      role={isFailure ? 'alert' : 'status'}
      className={`font-semibold empty:hidden ${isFailure ? 'text-danger' : 'text-success'}`}
    >
      {result?.text}
    </p>
  );
}

interface SettingRowProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

export function SettingRow({ title, children, action }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-sans text-base leading-normal font-semibold text-strong">{title}</h3>
        <div className="text-sm text-muted [overflow-wrap:anywhere]">{children}</div>
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  );
}
