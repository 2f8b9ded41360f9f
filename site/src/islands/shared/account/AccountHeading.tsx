import type { ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
}

export function AccountHeading({ title, children }: Props) {
  return (
    <header className="grid gap-3">
      <h1 className="title">{title}</h1>
      {children ? <p className="text-lg text-muted">{children}</p> : null}
    </header>
  );
}
