import type { SubmissionStatus } from '#contract/submissions.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { SUBMISSION_STATUS_LABELS } from '#site/labels.ts';

export function SubmissionBadge({ status }: { status: SubmissionStatus }) {
  const label = SUBMISSION_STATUS_LABELS[status];
  return <Badge tone={label?.tone ?? 'neutral'}>{label?.words ?? status}</Badge>;
}
