import { keepActivityCounts } from './analytics/activity-counts.ts';
import { sweepExpired } from './auth/sessions.ts';
import { issueDueCertificates } from './awards/due.ts';
import type { Deps } from './endpoint.ts';
import { keepWeekRanks } from './leaderboard/week-ranks.ts';
import { describeError } from './log.ts';
import { sweepMail } from './mail/outbox.ts';
import { startMailWorker } from './mail/worker.ts';
import { sweepErased } from './own-account/erasure.ts';
import { sweepAnswered } from './write-once.ts';

const SWEEP_MS = 10 * 60 * 1000;

/**
 * Starts what runs beside requests: the mail worker, the certificates that were never issued, the figures kept by day and
 * week, and the sweep of expired rows. Answers how to stop it.
 */
export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const mail = startMailWorker(deps);
  const issuing = issueDueCertificates(deps.db)
    .then((issued) => issued > 0 && deps.log.info('certificates_issued', { issued }))
    .catch((error) => deps.log.warn('certificates_failed', describeError(error)));
  let isStopping = false;
  const keepFigures = () =>
    keepWeekRanks(deps.db, deps.config.TIME_ZONE)
      .then(() => keepActivityCounts(deps.db, deps.config.TIME_ZONE, { isStopping: () => isStopping }))
      .then(() => {})
      .catch((error) => deps.log.warn('figures_failed', describeError(error)));
  let keeping = keepFigures();
  const sweep = setInterval(() => {
    keeping = keeping.then(keepFigures);
    sweepExpired(deps.db)
      .then(() => sweepMail(deps.db))
      .then(() => sweepErased(deps.db))
      .then(() => sweepAnswered(deps.db))
      .catch((error) => deps.log.warn('sweep_failed', describeError(error)));
  }, SWEEP_MS);
  return {
    stop: async () => {
      clearInterval(sweep);
      isStopping = true;
      await issuing;
      await keeping;
      await mail?.stop();
    },
  };
}
