import type { ReactNode } from 'react';

/** A row of figures, which wraps on a narrow screen. */
export const FIGURES =
  'overflow-clip rounded-lg border border-line bg-surface *:-ms-px *:grid *:grid-cols-[repeat(auto-fit,minmax(min(100%,5.75rem),1fr))] *:gap-y-4 *:*:border-s *:*:border-line';

export function TitledCard({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      <div className="mt-3">{children}</div>
    </section>
  );
}
