import type { ReactElement, ReactNode } from 'react';
import { alert } from '#site/icons/states.ts';
import { Icon } from './Icon.tsx';

interface Props {
  id: string;
  children: ReactNode;
}

export function FieldError({ id, children }: Props): ReactElement {
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-danger">
      <Icon path={alert} size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
