import type { SubmissionAttempt } from '#contract/submissions.ts';
import { isHttpUrl } from '#contract/text.ts';
import { linksOf } from '#site/islands/shared/format/submission-labels.ts';
import { UrlText } from '#site/islands/ui/EmailText.tsx';

interface Props {
  answer: Pick<SubmissionAttempt, 'content' | 'githubUrl' | 'liveUrl' | 'fileUrl'>;
  isShort?: boolean;
}

/** Only http(s) addresses become links. */
export function AnswerLinks({ answer, isShort = false }: Props) {
  const clamp = isShort ? 'line-clamp-2 min-h-6' : '';
  return linksOf(answer).map(({ words, url }) => (
    <span key={url} className="block">
      <span className="block text-xs text-muted">{words}</span>
      {isHttpUrl(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${clamp} font-semibold text-strong underline decoration-line decoration-2 underline-offset-4 wrap-anywhere hover:decoration-brand`}
        >
          <UrlText url={url} />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <span className={`${clamp} wrap-anywhere`}>
          <UrlText url={url} />
        </span>
      )}
    </span>
  ));
}
