import type { Claim } from '#contract/submissions.ts';

/** 'Ana Roy is reviewing, 12 min left'; 'You are reviewing, 3 min left'. */
export function toClaimWords(claim: Claim): string {
  return `${claim.isMine ? 'You are' : `${claim.by.name} is`} reviewing, ${toTimeLeft(claim.secondsLeft)}`;
}

/** '12 min left': begun minutes count, so that nothing reads '0 min left' while it still runs. */
export function toTimeLeft(seconds: number): string {
  return `${Math.max(1, Math.ceil(seconds / 60))} min left`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long something has waited: 'less than an hour', '5 hours', '12 days'. */
export function toAge(moment: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(moment));
  if (passed < HOUR_MS) return 'less than an hour';
  const [count, noun] =
    passed < DAY_MS ? [Math.floor(passed / HOUR_MS), 'hour'] : [Math.floor(passed / DAY_MS), 'day'];
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
