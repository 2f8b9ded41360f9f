import { sealWaiting } from './audit/seal.ts';
import { sweepExpired } from './auth/sessions.ts';
import { issueDueCertificates } from './awards/due.ts';
import type { OpenDatabase } from './db/client.ts';
import { vacuumDue } from './db/embedded-vacuum.ts';
import { sweepAnsweredRequests } from './http/idempotency.ts';
import type { Deps } from './http/router.ts';
import { recordWeekRanks } from './leaderboard/week-ranks.ts';
import { grantDueAwards } from './learning/due-awards.ts';
import { sweepMail } from './mail/outbox.ts';
import { settleResetRequests } from './mail/reset-requests.ts';
import { startMailWorker } from './mail/worker.ts';
import { sweepErased } from './own-account/erasure.ts';
import { eraseClosedAccounts } from './own-account/hold.ts';
import { describeError } from './process/log.ts';
import { countJob } from './process/metrics.ts';
import { createListWriter, toListFile } from './restore/list.ts';

const SWEEP_MS = 10 * 60 * 1000;
/** How long a clock that seems to be wrong deletes nothing: somebody has read the line about it by then. */
const DOUBT_MS = 24 * 3_600_000;
/** Delay between the start of a week and the record of its first ranks. */
const FIGURES_MS = 60 * 1000;
const SEAL_MS = 60 * 1000;
const LIST_MS = 60 * 1000;
/** How soon after a change of a league those are given their awards who completed it by that. */
const AWARDS_MS = 10 * 1000;

/**
 * Starts what runs beside requests: the mail worker, the certificates that were never issued, the awards of leagues that
 * a change completed, the ranks kept by week, the seals of the audit log, the restore list, the sweep of expired rows and,
 * where the database is embedded, its vacuum. Where the clock is doubted, nothing is deleted by it for a day. Answers how to
 * stop it.
 */
export function startBackground(
  deps: Deps,
  kind: OpenDatabase['kind'],
  { isDoubted = false }: { isDoubted?: boolean } = {},
): { stop(): Promise<void> } {
  const startedAt = performance.now();
  const mail = startMailWorker(deps);
  const issuing = issueDueCertificates(deps.db)
    .then((issued) => issued > 0 && deps.log.info('certificates_issued', { issued }))
    .catch((error) => deps.log.warn('certificates_failed', describeError(error)));
  let isStopping = false;
  let awarding: Promise<void> | null = null;
  const award = () => {
    awarding ??= grantDueAwards(deps, { isStopping: () => isStopping })
      .then((settled) => {
        if (settled > 0) deps.log.info('awards_granted', { settled });
        countJob('awards');
      })
      .catch((error) => deps.log.warn('awards_failed', describeError(error)))
      .finally(() => {
        awarding = null;
      });
  };
  award();
  const awards = setInterval(award, AWARDS_MS);
  let keeping: Promise<void> | null = null;
  const recordFigures = () => {
    keeping ??= recordWeekRanks(deps.db, deps.config.TIME_ZONE)
      .then(() => countJob('figures'))
      .catch((error) => deps.log.warn('figures_failed', describeError(error)))
      .finally(() => {
        keeping = null;
      });
  };
  recordFigures();
  const figures = setInterval(recordFigures, FIGURES_MS);
  let sealing: Promise<void> | null = null;
  const seal = setInterval(() => {
    // The log of the server is another witness: what it named as sealed cannot be taken out of the database unseen.
    sealing ??= sealWaiting(deps.db, (sealed) => deps.log.info('audit_sealed', { ...sealed }))
      .then(() => countJob('seals'))
      .catch((error) => deps.log.warn('audit_seal_failed', describeError(error)))
      .finally(() => {
        sealing = null;
      });
  }, SEAL_MS);
  const appendToList = createListWriter(deps.db, toListFile(deps.config));
  let listing: Promise<void> | null = null;
  const writeList = () => {
    listing ??= appendToList()
      .then(() => countJob('restore-list'))
      .catch((error) => deps.log.warn('restore_list_failed', describeError(error)))
      .finally(() => {
        listing = null;
      });
  };
  writeList();
  const lists = setInterval(writeList, LIST_MS);
  let sweeping: Promise<void> | null = null;
  const sweep = setInterval(() => {
    if (isDoubted && performance.now() - startedAt < DOUBT_MS) return;
    sweeping ??= sweepExpired(deps.db)
      // Where no mail server is set, no worker settles them.
      .then(() => settleResetRequests(deps))
      .then(() => sweepMail(deps.db))
      .then(() => eraseClosedAccounts(deps))
      .then(() => sweepErased(deps.db))
      .then(() => sweepAnsweredRequests(deps.db))
      .then(() => (kind === 'pglite' ? vacuumDue(deps.db, { isStopping: () => isStopping }) : []))
      .then(() => countJob('sweep'))
      .catch((error) => deps.log.warn('sweep_failed', describeError(error)))
      .finally(() => {
        sweeping = null;
      });
  }, SWEEP_MS);
  return {
    stop: async () => {
      clearInterval(sweep);
      clearInterval(figures);
      clearInterval(seal);
      clearInterval(lists);
      clearInterval(awards);
      isStopping = true;
      await issuing;
      await awarding;
      await keeping;
      await sealing;
      await sweeping;
      await listing;
      writeList();
      await listing;
      await mail?.stop();
    },
  };
}
