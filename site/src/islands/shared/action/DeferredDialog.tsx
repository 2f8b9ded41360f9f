import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { type ReactNode, useDeferredValue } from 'react';

export type DialogState<Subject> = ReturnType<typeof createDialogState<Subject>>;

/**
 * Opening a dialog does not redraw the list, because this store is outside the screen's state. Render it with `DeferredDialog`.
 */
export function createDialogState<Subject>(first: Subject | null = null) {
  const $subject = atom<Subject | null>(first);
  return {
    $subject: $subject as ReadableAtom<Subject | null>,
    open: (subject: Subject) => $subject.set(subject),
    close: () => $subject.set(null),
  };
}

interface Props<Subject> {
  state: DialogState<Subject>;
  children: (subject: Subject) => ReactNode;
}

/** Renders the dialog in the background after the click, because opening it over a long list is slow. */
export function DeferredDialog<Subject>({ state, children }: Props<Subject>): ReactNode {
  const subject = useStore(state.$subject);
  const isRendered = useDeferredValue(subject !== null);
  return subject === null || !isRendered ? null : children(subject);
}
