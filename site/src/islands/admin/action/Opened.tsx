import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue } from 'react';
import type { Opening } from './opening.ts';

interface Props<Subject> {
  opening: Opening<Subject>;
  children: (subject: Subject) => ReactNode;
}

/** Renders the dialog in the background after the click, because opening it over a long list is slow. */
export function Opened<Subject>({ opening, children }: Props<Subject>): ReactNode {
  const subject = useStore(opening.$subject);
  const isDrawn = useDeferredValue(subject !== null);
  return subject === null || !isDrawn ? null : children(subject);
}
