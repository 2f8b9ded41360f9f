import { sweepExpired } from './accounts/auth/sessions.ts';
import { sweepErased } from './accounts/own-account/erasure.ts';
import { eraseClosedAccounts } from './accounts/own-account/hold.ts';
import { createListWriter, toListFile } from './accounts/own-account/restore-list.ts';
import { sweepGuests, tendEvents } from './community/events/registrations.ts';
import { cancelOfGone, mailReminders, sweepSlots } from './community/mentoring/jobs.ts';
import { mailAnnouncements } from './community/news/announcement-mail.ts';
import { createDigestJob } from './community/news/digest.ts';
import { sweepNews } from './community/news/news.ts';
import { recordWeekRanks } from './leaderboard/week-ranks.ts';
import { grantDailyAwards } from './learning/daily-awards.ts';
import { addStreakNews } from './learning/streak-news.ts';
import { sealWaiting } from './platform/audit/seal.ts';
import type { OpenDatabase } from './platform/db/client.ts';
import { vacuumDue } from './platform/db/embedded.ts';
import { sweepAnsweredRequests } from './platform/http/idempotency.ts';
import type { Deps } from './platform/http/router.ts';
import { sweepMail } from './platform/mail/outbox.ts';
import { processResetRequests } from './platform/mail/reset-requests.ts';
import { startMailWorker } from './platform/mail/worker.ts';
import { describeError } from './platform/process/log.ts';
import { countJob, type Job } from './platform/process/metrics.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * Starts the mail worker and the background jobs; `stop()` waits for all of them. With a doubtful clock nothing is
 * deleted for a day, so that the operator can react.
 */
export function startJobs(
  deps: Deps,
  kind: OpenDatabase['kind'],
  { isClockWrong = false }: { isClockWrong?: boolean } = {},
): { stop(): Promise<void> } {
  const { db, config, log } = deps;
  const startedAt = performance.now();
  let isStopping = false;
  const timers: Timer[] = [];
  const running = new Map<Job, Promise<void>>();

  function run(task: Job, work: () => Promise<unknown>): void {
    if (running.has(task)) return;
    const ended = work()
      .then(() => countJob(task))
      .catch((error) => log.warn('job_failed', { task, ...describeError(error) }))
      .finally(() => running.delete(task));
    running.set(task, ended);
  }
  // Runs a job now and then every period, never twice at once.
  function every(periodMs: number, task: Job, work: () => Promise<unknown>): void {
    run(task, work);
    timers.push(setInterval(() => run(task, work), periodMs));
  }

  const mail = startMailWorker(deps);
  every(DAY, 'awards', () => grantDailyAwards(deps, { isStopping: () => isStopping }));
  every(MINUTE, 'figures', () => recordWeekRanks(db, config.TIME_ZONE));
  // The log keeps a second record of the seals, so a deleted entry is noticed.
  every(MINUTE, 'seals', () => sealWaiting(db, (sealed) => log.info('audit_sealed', { ...sealed })));
  const appendToList = createListWriter(db, toListFile(config));
  every(MINUTE, 'restore-list', appendToList);
  const mailDigests = createDigestJob(deps, {
    isStopping: () => isStopping,
    prepare: () => addStreakNews(deps),
  });
  // 20,000 mails take half a minute, and have to be in the outbox within one.
  every(15 * SECOND, 'announcements', () => mailAnnouncements(deps, () => isStopping));
  every(MINUTE, 'events', () => tendEvents(deps, () => isStopping));
  every(MINUTE, 'sessions', async () => {
    await cancelOfGone(deps);
    await mailReminders(deps);
  });
  every(MINUTE, 'digests', () => mailDigests());
  every(10 * MINUTE, 'sweep', async () => {
    if (isClockWrong && performance.now() - startedAt < DAY) return;
    await sweepExpired(db);
    // Needed without a mail server, when no worker runs.
    await processResetRequests(deps);
    await sweepMail(db);
    await sweepNews(db);
    await sweepGuests(db);
    await sweepSlots(db);
    await eraseClosedAccounts(deps);
    await sweepErased(db);
    await sweepAnsweredRequests(db);
    if (kind === 'pglite') await vacuumDue(db, { isStopping: () => isStopping });
  });
  return {
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
      run('restore-list', appendToList);
      await running.get('restore-list');
      await mail?.stop();
    },
  };
}
