/** Something an editor should know. A fault stops the build, a note does not. */
export interface Finding {
  /** Path below the content folder. */
  file: string;
  /** The field, such as 'images[2].alt'; empty for the file as a whole. */
  field: string;
  problem: string;
  weight: 'fault' | 'note';
}

/** One thing that pages show, as it was written. */
export interface Entry {
  kind: string;
  id: string;
  file: string;
  data: Record<string, unknown>;
  /** The text of a Markdown file. */
  body: string;
  /** A field as a finding names it. */
  field: (name: string) => string;
}

export type Report = (file: string, field: string, problem: string, weight?: Finding['weight']) => void;
