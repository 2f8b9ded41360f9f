import { useState } from 'react';
import type { SubmissionAttempt } from '#contract/submissions.ts';
import { isHttpUrl } from '#contract/text.ts';
import { Markdown, usePlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { isLate } from '../../shared/format/due-date.ts';
import { linksOf, toAttemptText, toContentPreview } from '../../shared/format/submission-labels.ts';
import { countOf } from '../../shared/format/text.ts';

interface Props {
  /** Newest first. */
  attempts: readonly SubmissionAttempt[];
  dueDate: string | null;
}

export function Attempts({ attempts, dueDate }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [latest, ...earlier] = attempts;
  if (!latest) return null;
  const show = (attempt: SubmissionAttempt) => (
    <AttemptView key={attempt.number} attempt={attempt} total={attempts.length} dueDate={dueDate} />
  );
  return (
    <div className="border-t border-line p-4 sm:p-5">
      <h3 className="text-base">Latest submission</h3>
      {show(latest)}
      {earlier.length > 0 ? (
        <Disclosure
          className="-mx-2 mt-4"
          title={countOf(earlier.length, 'earlier attempt')}
          open={isOpen}
          onToggle={setIsOpen}
        >
          <div className="grid gap-6 px-2 pb-2">{earlier.map(show)}</div>
        </Disclosure>
      ) : null}
    </div>
  );
}

interface AttemptProps {
  attempt: SubmissionAttempt;
  total: number;
  dueDate: string | null;
}

function AttemptView({ attempt, total, dueDate }: AttemptProps) {
  const { number, status, submittedAt, content, feedback } = attempt;
  const words = toAttemptText(number, total);
  return (
    <article aria-label={words} className="mt-3 grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <SubmissionBadge status={status} />
        <span>{words}</span>
        <span>
          Sent <time dateTime={submittedAt}>{toLongDate(submittedAt)}</time>
        </span>
        {isLate(submittedAt, dueDate) ? <Badge tone="warning">Late</Badge> : null}
      </p>
      {linksOf(attempt).map((link) => (
        <AnswerLink key={link.url} {...link} />
      ))}
      {content ? <AnswerText text={content} /> : null}
      {feedback ? (
        <div className="max-w-measure border-s-4 border-brand ps-4">
          <h4 className="text-sm">Instructor feedback</h4>
          <Markdown text={feedback} className="mt-1" />
        </div>
      ) : null}
    </article>
  );
}

interface ExpandProps {
  /** Part of the button's accessible name. */
  subject: string;
  isExpanded: boolean;
  onChange: (isExpanded: boolean) => void;
}

export function ExpandButton({ subject, isExpanded, onChange }: ExpandProps) {
  return (
    <button
      type="button"
      className="-mx-2 mt-1 inline-flex min-h-11 items-center rounded-md px-2 text-sm font-semibold text-strong underline underline-offset-4 hover:bg-hover sm:min-h-9"
      aria-expanded={isExpanded}
      onClick={() => onChange(!isExpanded)}
    >
      {isExpanded ? 'Show less' : 'Show all'}
      <span className="sr-only"> of the {subject}</span>
    </button>
  );
}

function AnswerLink({ words, url }: { words: string; url: string }) {
  return (
    <p className="text-sm">
      <span className="block text-muted">{words}</span>
      {isHttpUrl(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center font-semibold text-strong underline decoration-line decoration-2 underline-offset-4 [overflow-wrap:anywhere] hover:decoration-brand sm:min-h-0"
        >
          {url}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <span className="[overflow-wrap:anywhere]">{url}</span>
      )}
    </p>
  );
}

function AnswerText({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const plain = usePlainText(text);
  const preview = toContentPreview(plain);
  const isCut = preview !== plain;
  return (
    <div className="max-w-measure rounded-md bg-sunken px-4 py-3">
      {isCut && !isExpanded ? (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{preview}</p>
      ) : (
        <Markdown text={text} />
      )}
      {isCut ? <ExpandButton subject="answer" isExpanded={isExpanded} onChange={setIsExpanded} /> : null}
    </div>
  );
}
