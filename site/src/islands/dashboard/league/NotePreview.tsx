import { usePlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { toNotePreview } from './note.ts';

export function NotePreview({ note }: { note: string }) {
  return toNotePreview(usePlainText(note));
}
