import { usePlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { toNotePreview } from './note.ts';

/** The first words of a note, without the marks of its Markdown (NOTE-05). */
export function NotePreview({ note }: { note: string }) {
  return toNotePreview(usePlainText(note));
}
