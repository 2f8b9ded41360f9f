import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { refresh, upload } from '#site/icons/actions.ts';
import { note as noteIcon, revision as revisionIcon } from '#site/icons/learning.ts';
import { check, minus } from '#site/icons/states.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { SUBMISSION_STATUS_LABELS, type Tone } from '#site/labels.ts';
import { toLongDate, toTime } from '../../shared/format/dates.ts';
import { leaguePath } from '../routing/router.ts';
import { toAttemptText, toChangeText, toEffects, toSubject, toUndoFailure } from './change-texts.ts';
import { $history, bringBackNote, undo } from './history.ts';

export function HistoryDays({ entries }: { entries: readonly HistoryEntry[] }) {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = toLongDate(entry.occurredAt);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <div className="mt-6 grid gap-8">
      {[...days].map(([day, changes]) => (
        <section key={day} aria-label={day}>
          <h2 className="text-base">{day}</h2>
          <ul className="@container mt-3 grid gap-px overflow-clip rounded-lg border border-line bg-line">
            {changes.map((entry) => (
              <Change key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const OWN_ROW = '@max-[14rem]:col-span-3 @max-[14rem]:col-start-1';

function Change({ entry }: { entry: HistoryEntry }) {
  const effects = toEffects(entry);
  const heading = useRef<HTMLHeadingElement>(null);
  const isBrief = entry.undo === 'possible' && !entry.note && !entry.submission;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-3 bg-surface p-4 sm:gap-x-4 sm:p-5">
      <span className="grid size-9 place-items-center rounded-full bg-sunken text-strong">
        <Icon path={iconOf(entry)} size={18} />
      </span>
      <div className={`min-w-0 ${OWN_ROW} ${isBrief ? '' : 'col-span-2 sm:col-span-1'}`}>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-muted">
          <strong className="font-semibold text-strong">{toChangeText(entry)}</strong>{' '}
          <time dateTime={entry.occurredAt}>{toTime(entry.occurredAt)}</time>
        </p>
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold leading-snug text-strong [overflow-wrap:anywhere]"
        >
          {toSubject(entry)}
        </h3>
        {entry.league ? (
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            <a
              href={leaguePath(entry.league.id)}
              className="underline decoration-line-strong underline-offset-4 hover:decoration-current max-lg:relative max-lg:inline-block max-lg:after:absolute max-lg:after:inset-x-0 max-lg:after:-inset-y-3"
            >
              {entry.league.name}
            </a>
            {entry.section && entry.resource ? ` · ${entry.section.name}` : ''}
          </p>
        ) : null}
        {effects.length > 0 ? <p className="mt-1 text-sm">{effects.join(' ')}</p> : null}
        {entry.note ? <NoteChange note={entry.note} /> : null}
        {entry.submission ? <Attempt entry={entry} /> : null}
      </div>
      <Actions entry={entry} isBrief={isBrief} onDone={() => focusLater(() => heading.current)} />
    </li>
  );
}

interface ActionsProps {
  entry: HistoryEntry;
  isBrief: boolean;
  onDone: () => void;
}

function Actions({ entry, isBrief, onDone }: ActionsProps) {
  const { workingId } = useStore($history);
  const refusal = toUndoFailure(entry);
  const what = `${toChangeText(entry)}: ${toSubject(entry)}`;
  const canBringBack = entry.undo === 'superseded' && entry.note?.after != null && entry.resource !== null;
  return (
    <div
      className={`flex min-w-0 flex-wrap items-center gap-3 self-start sm:col-span-1 sm:col-start-3 sm:max-w-44 sm:flex-col sm:items-end ${OWN_ROW} ${isBrief ? 'col-start-3' : 'col-span-2 col-start-2'}`}
    >
      {refusal ? <p className="text-xs text-muted sm:text-right">{refusal}</p> : null}
      {entry.undo === 'possible' ? (
        <Button
          size="small"
          variant="secondary"
          busy={workingId === entry.id}
          onClick={() => void undo(entry).then((isDone) => isDone && onDone())}
        >
          Undo<span className="sr-only"> {what}</span>
        </Button>
      ) : null}
      {canBringBack ? (
        <Button
          size="small"
          variant="secondary"
          busy={workingId === entry.id}
          onClick={() => void bringBackNote(entry).then((isDone) => isDone && onDone())}
        >
          Use this note again<span className="sr-only"> for {toSubject(entry)}</span>
        </Button>
      ) : null}
    </div>
  );
}

function NoteChange({ note }: { note: NonNullable<HistoryEntry['note']> }) {
  return (
    <dl className="mt-2 grid max-w-measure gap-2 text-sm">
      {note.before === null ? null : <NoteText label="Before" text={note.before} isFormer />}
      <NoteText label={note.before === null ? 'Note' : 'After'} text={note.after} />
    </dl>
  );
}

function NoteText({
  label,
  text,
  isFormer = false,
}: {
  label: string;
  text: string | null;
  isFormer?: boolean;
}) {
  return (
    <div className={`border-s-2 ps-3 ${isFormer ? 'border-line-strong text-muted' : 'border-brand'}`}>
      <dt className="text-xs font-semibold text-muted">{label}</dt>
      <dd className="max-h-40 overflow-y-auto">
        {text === null ? <em className="text-muted">no note</em> : <Markdown text={text} />}
      </dd>
    </div>
  );
}

function Attempt({ entry }: { entry: HistoryEntry }) {
  const { submission } = entry;
  if (!submission) return null;
  const label = STATUS_LABELS[submission.status];
  const link = submission.githubUrl ?? submission.liveUrl ?? submission.fileUrl;
  return (
    <div className="mt-2 grid max-w-measure gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{toAttemptText(entry)}</Badge>
        <Badge tone={label?.tone ?? 'neutral'}>{label?.words ?? submission.status}</Badge>
      </p>
      {submission.content ? (
        <div className="max-h-40 overflow-y-auto border-s-2 border-brand ps-3">
          <Markdown text={submission.content} />
        </div>
      ) : null}
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {link}
        </a>
      ) : null}
      {submission.feedback ? (
        <div>
          <strong className="font-semibold text-strong">Feedback: </strong>
          <Markdown text={submission.feedback} />
        </div>
      ) : null}
    </div>
  );
}

// Partial, because a newer server may send a status unknown here.
const STATUS_LABELS: Partial<Record<string, { words: string; tone: Tone }>> = SUBMISSION_STATUS_LABELS;

function iconOf({ kind }: HistoryEntry): string {
  if (kind === 'COMPLETED') return check;
  if (kind === 'RESET') return minus;
  if (kind === 'SUBMITTED') return upload;
  if (kind === 'RESTORED') return refresh;
  return kind === 'NOTED' || kind === 'SECTION_NOTED' ? noteIcon : revisionIcon;
}
