import { type ReactNode, useId } from 'react';
import { Card } from '#site/islands/ui/Card.tsx';

interface Props {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

export function Part({ title, action, children }: Props) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
      <div>{action}</div>
    </Card>
  );
}
