import type { RevisionEntry } from '#contract/revision.ts';

/** Where a resource stands: league, module, topic. */
export function PlaceText({ entry: { resource } }: { entry: RevisionEntry }) {
  const { section } = resource;
  return (
    <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
      {section.week.league.name} · {section.week.name} · {section.name}
    </p>
  );
}

/** The learner's own words about it, as they were typed. */
export function NoteText({ note }: { note: string | null }) {
  if (!note) return null;
  return (
    <p className="mt-3 max-h-48 max-w-measure overflow-y-auto whitespace-pre-wrap border-s-2 border-brand ps-3 text-sm [overflow-wrap:anywhere]">
      <span className="sr-only">Your note: </span>
      {note}
    </p>
  );
}
