import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What is done here, in a sentence. */
  children?: ReactNode;
}

/** The head of an admin screen. */
export function AreaHeading({ title, children }: Props) {
  return (
    <header className="grid gap-2">
      <h1 className="text-2xl">{title}</h1>
      {children ? <p className="max-w-measure text-muted">{children}</p> : null}
    </header>
  );
}
