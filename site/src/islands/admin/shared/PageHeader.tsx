import type { ReactNode } from 'react';

export interface Counter {
  label: string;
  value: number | string | null;
}

interface Props {
  title: string;
  /** What is done here, in a sentence. */
  children?: ReactNode;
  /** Figures below the title; null while they are on their way. */
  counters?: readonly Counter[];
  /** The main button of the screen. */
  actions?: ReactNode;
}

const NUMBER = new Intl.NumberFormat('en-US');

/** The head of a staff screen: its name, its figures, and what can be added. */
export function PageHeader({ title, children, counters = [], actions }: Props) {
  return (
    <header className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid gap-2">
          <h1 className="text-2xl">{title}</h1>
          {children ? <p className="max-w-measure text-muted">{children}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
      {counters.length > 0 ? (
        <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
          {counters.map(({ label, value }) => (
            <div key={label} className="flex flex-row-reverse items-baseline justify-end gap-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="min-w-4 font-display text-xl font-bold text-strong tabular-nums">
                {typeof value === 'number' ? NUMBER.format(value) : (value ?? '–')}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </header>
  );
}
