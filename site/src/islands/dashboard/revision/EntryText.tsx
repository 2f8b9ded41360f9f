import type { RevisionEntry } from '#contract/revision.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';

export function PlaceText({ entry: { resource } }: { entry: RevisionEntry }) {
  const { section } = resource;
  return (
    <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
      {section.week.league.name} · {section.week.name} · {section.name}
    </p>
  );
}

export function HiddenNote({ note }: { note: string | null }) {
  if (!note) return null;
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md text-sm font-semibold text-strong underline underline-offset-4">
        <span className="group-open:hidden">Show your note</span>
        <span className="hidden group-open:inline">Hide your note</span>
      </summary>
      <NoteText note={note} />
    </details>
  );
}

export function NoteText({ note }: { note: string | null }) {
  if (!note) return null;
  return (
    <div className="mt-3 max-h-48 max-w-measure overflow-y-auto border-s-2 border-brand ps-3 text-sm">
      <span className="sr-only">Your note: </span>
      <Markdown text={note} />
    </div>
  );
}
