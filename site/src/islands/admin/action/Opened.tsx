import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue } from 'react';
import type { Opening } from './opening.ts';

interface Props<Subject> {
  opening: Opening<Subject>;
  children: (subject: Subject) => ReactNode;
}

/**
 * Draws an opening dialog in slices after the click and shows it in its own task, because it is slow over a long list.
 */
export function Opened<Subject>({ opening, children }: Props<Subject>): ReactNode {
  const subject = useStore(opening.$subject);
  const isDrawn = useDeferredValue(subject !== null);
  return subject === null || !isDrawn ? null : children(subject);
}
