import { atom, type ReadableAtom } from 'nanostores';

export interface Opening<Subject> {
  $subject: ReadableAtom<Subject | null>;
  open(subject: Subject): void;
  close(): void;
}

/**
 * Opening a dialog does not redraw the list, because this store is outside the screen's state. Draw it with `Opened`.
 */
export function createOpening<Subject>(first: Subject | null = null): Opening<Subject> {
  const $subject = atom<Subject | null>(first);
  return {
    $subject,
    open: (subject) => $subject.set(subject),
    close: () => $subject.set(null),
  };
}
