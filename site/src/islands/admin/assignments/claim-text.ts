import type { Claim } from '#contract/submissions.ts';
import { countOf } from '#site/islands/shared/format/text.ts';

/** 'Ana Roy is reviewing, 12 min left'. */
export function toClaimText(claim: Claim): string {
  return `${claim.isMine ? 'You are' : `${claim.by.name} is`} reviewing, ${toTimeLeft(claim.secondsLeft)}`;
}

/** Rounds up; the space does not break. */
function toTimeLeft(seconds: number): string {
  return `${Math.max(1, Math.ceil(seconds / 60))}\u00a0min left`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** 'under 1 h', '5 h', '12 days'. */
export function toAge(moment: string, now = Date.now()): string {
  const passed = now - Date.parse(moment);
  if (passed < HOUR_MS) return 'under 1 h';
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h`;
  return countOf(Math.floor(passed / DAY_MS), 'day');
}
