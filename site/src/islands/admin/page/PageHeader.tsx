import type { ReactNode } from 'react';
import { Figure } from './Figure.tsx';

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

/** The head of a staff screen: its name, its figures, and what can be added. */
export function PageHeader({ title, children, counters = [], actions }: Props) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 flex-1 basis-96 gap-2">
          <h1 className="text-2xl [overflow-wrap:anywhere]">{title}</h1>
          {children ? <p className="max-w-measure text-muted">{children}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3 empty:hidden">{actions}</div> : null}
      </div>
      {counters.length > 0 ? (
        // Columns as wide as figures get: nothing moves when they arrive. Four stand two by two on a phone, none alone.
        <dl
          className={`grid gap-x-2 gap-y-3 border-y border-line py-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-x-4 ${counters.length === 4 ? 'grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]'}`}
        >
          {counters.map(({ label, value }) => (
            <Figure key={label} label={label} value={value} nameFirst />
          ))}
        </dl>
      ) : null}
    </header>
  );
}
