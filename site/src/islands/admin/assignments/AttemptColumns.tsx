import { useMemo, useState } from 'react';
import { mayHoldMarkdown } from '#contract/markdown/may-hold-markdown.ts';
import type { SubmissionAttempt } from '#contract/submissions.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { isLate } from '#site/islands/shared/format/due-date.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { AnswerLinks } from './AnswerLinks.tsx';
import { describeChange, type MarkedLine } from './attempt-changes.ts';

interface Props {
  /** Latest first. */
  attempts: readonly SubmissionAttempt[];
  dueDate: string | null;
}

export function AttemptColumns({ attempts, dueDate }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [latest, before, ...older] = attempts;
  const change = useMemo(() => (latest && before ? describeChange(before, latest) : null), [latest, before]);
  if (!latest) return null;
  const shared = { total: attempts.length, dueDate };
  return (
    <div className="grid gap-5">
      <div className={`grid gap-x-6 gap-y-5 ${before ? 'xl:grid-cols-2' : ''}`}>
        <Attempt {...shared} attempt={latest} lines={change?.lines?.now ?? null} mark="new">
          {change ? (
            <p className="text-sm text-muted">
              Compared with attempt {before?.number}: {change.words}.
            </p>
          ) : null}
        </Attempt>
        {before ? (
          <Attempt {...shared} attempt={before} lines={change?.lines?.before ?? null} mark="gone" />
        ) : null}
      </div>
      {older.length > 0 ? (
        <Disclosure
          className="-mx-2"
          title={countOf(older.length, 'older attempt')}
          open={isOpen}
          onToggle={setIsOpen}
        >
          <div className="grid gap-x-6 gap-y-5 px-2 pt-2 xl:grid-cols-2">
            {older.map((attempt) => (
              <Attempt key={attempt.number} {...shared} attempt={attempt} lines={null} mark="gone" />
            ))}
          </div>
        </Disclosure>
      ) : null}
    </div>
  );
}

interface AttemptProps {
  attempt: SubmissionAttempt;
  total: number;
  dueDate: string | null;
  /** Null without another attempt to compare. */
  lines: readonly MarkedLine[] | null;
  mark: 'new' | 'gone';
  children?: React.ReactNode;
}

function Attempt({ attempt, total, dueDate, lines, mark, children }: AttemptProps) {
  const { number, status, submittedAt, content, feedback } = attempt;
  return (
    <article
      aria-label={`Attempt ${number} of ${total}`}
      className="grid min-w-0 content-start gap-3 rounded-md border border-line p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">
          {number === total && total > 1 ? 'Latest attempt' : 'Attempt'} {number}
        </h3>
        <SubmissionBadge status={status} />
        {isLate(submittedAt, dueDate) ? <Badge tone="warning">Late</Badge> : null}
      </div>
      <p className="text-sm text-muted">
        Sent <time dateTime={submittedAt}>{toShortDateTime(submittedAt)}</time>
      </p>
      {children}
      {content ? (
        <AnswerText text={content} lines={lines} mark={mark} />
      ) : (
        <div className="text-sm">
          <AnswerLinks answer={attempt} />
        </div>
      )}
      {feedback ? (
        <div className="border-s-4 border-brand ps-4">
          <h4 className="text-sm">Feedback</h4>
          <Markdown text={feedback} className="mt-1" />
        </div>
      ) : null}
    </article>
  );
}

const MARKS = {
  new: { Tag: 'ins', words: 'new: ', look: 'bg-success-tint no-underline' },
  gone: { Tag: 'del', words: 'gone since: ', look: 'bg-danger-tint decoration-danger' },
} as const;

interface AnswerProps {
  text: string;
  lines: readonly MarkedLine[] | null;
  mark: 'new' | 'gone';
}

function AnswerText({ text, lines, mark }: AnswerProps) {
  const [isCompared, setIsCompared] = useState(true);
  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      {lines && isCompared ? <ComparedText lines={lines} mark={mark} /> : <Markdown text={text} />}
      {lines && mayHoldMarkdown(text) ? (
        <Button
          size="small"
          variant="ghost"
          className="-ms-3 mt-1 max-lg:min-h-11"
          onClick={() => setIsCompared(!isCompared)}
        >
          {isCompared ? 'Show as formatted' : 'Show what changed'}
        </Button>
      ) : null}
    </div>
  );
}

function ComparedText({ lines, mark }: { lines: readonly MarkedLine[]; mark: 'new' | 'gone' }) {
  const { Tag, words, look } = MARKS[mark];
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {lines.map(({ text: line, isOnlyHere }, index) => {
        const end = index === lines.length - 1 ? '' : '\n';
        if (!isOnlyHere || line === '') return line + end;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed and may repeat
          <Tag key={index} className={`rounded-xs text-strong ${look}`}>
            <span className="sr-only">{words}</span>
            {line}
            {end}
          </Tag>
        );
      })}
    </p>
  );
}
