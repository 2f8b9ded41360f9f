import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Opening } from './opening.ts';

interface Props<Subject> {
  opening: Opening<Subject>;
  children: (subject: Subject) => ReactNode;
}

/** The dialog of an `Opening`; nothing while it is closed. */
export function Opened<Subject>({ opening, children }: Props<Subject>): ReactNode {
  const subject = useStore(opening.$subject);
  return subject === null ? null : children(subject);
}
