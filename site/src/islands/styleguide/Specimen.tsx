import type { ReactElement, ReactNode } from 'react';

/** One family of primitives with its name. */
export function Specimen({
  name,
  note,
  children,
}: {
  name: string;
  note?: string;
  children: ReactNode;
}): ReactElement {
  return (
    <section className="grid gap-5">
      <div>
        <h2 className="eyebrow">{name}</h2>
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}
