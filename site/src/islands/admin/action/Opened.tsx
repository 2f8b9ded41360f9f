import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue } from 'react';
import type { Opening } from './opening.ts';

interface Props<Subject> {
  opening: Opening<Subject>;
  children: (subject: Subject) => ReactNode;
}

/**
 * The dialog of an `Opening`; nothing while it is closed. A dialog over a long list is much work for a slow device: it is
 * drawn in slices after the click, and shown in a task of its own.
 */
export function Opened<Subject>({ opening, children }: Props<Subject>): ReactNode {
  const subject = useStore(opening.$subject);
  const isDrawn = useDeferredValue(subject !== null);
  return subject === null || !isDrawn ? null : children(subject);
}
