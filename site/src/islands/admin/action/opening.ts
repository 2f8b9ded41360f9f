import { atom, type ReadableAtom } from 'nanostores';

/** Whether a dialog is open, and for what. */
export interface Opening<Subject> {
  $subject: ReadableAtom<Subject | null>;
  open(subject: Subject): void;
  close(): void;
}

/** Kept beside its screen, so that opening redraws nothing else. Draw it with `Opened`. */
export function createOpening<Subject>(first: Subject | null = null): Opening<Subject> {
  const $subject = atom<Subject | null>(first);
  return {
    $subject,
    open: (subject) => $subject.set(subject),
    close: () => $subject.set(null),
  };
}
