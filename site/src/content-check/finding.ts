/** A fault stops the build; a note does not. */
export interface Finding {
  /** Path below the content folder. */
  file: string;
  /** Such as 'images[2].alt'; empty for the whole file. */
  field: string;
  problem: string;
  weight: 'fault' | 'note';
}

export interface Entry {
  kind: string;
  id: string;
  file: string;
  data: Record<string, unknown>;
  body: string;
  field: (name: string) => string;
}

export type Report = (file: string, field: string, problem: string, weight?: Finding['weight']) => void;
