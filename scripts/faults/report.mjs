import { say } from '../run/output.mjs';

/** @typedef {{ fault: string, criterion: string, measured: string, passes: boolean }} Finding */

/** Collects what was measured; prints each line as it comes and all of them at the end. */
export function openReport() {
  /** @type {Finding[]} */
  const findings = [];
  return {
    findings,
    add: (fault, criterion, measured, passes) => {
      findings.push({ fault, criterion, measured: String(measured), passes });
      say(`  ${passes ? '✔' : '✖'} ${fault}: ${criterion}: ${measured}`);
    },
    /** The table; answers how many passed and failed. */
    print: () => {
      const rows = [
        ['Fault', 'Criterion', 'Measured', ''],
        ...findings.map(({ fault, criterion, measured, passes }) => [
          fault,
          criterion,
          measured,
          passes ? 'pass' : 'FAIL',
        ]),
      ];
      const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
      say(
        `\n${rows
          .map((row) =>
            row
              .map((cell, column) => cell.padEnd(widths[column]))
              .join('  ')
              .trimEnd(),
          )
          .join('\n')}\n`,
      );
      const failed = findings.filter(({ passes }) => !passes).length;
      return { passed: findings.length - failed, failed };
    },
  };
}

/** P40: three seconds, and what a busy machine adds to a timer. */
const ANSWER_MS_MAX = 3500;
const LIVE_MS_MAX = 1000;
const RECOVERY_MS_MAX = 5000;

/** What every fault of the database has to leave whole: answers, speed of refusals, the way back. */
export function judgeOutage(report, fault, { replies, recoveredMs, isAlive }) {
  const calls = replies.filter(({ kind }) => kind !== 'live');
  const odd = calls.filter(({ status }) => status !== 200 && status !== 503);
  const refused = calls.filter(({ status }) => status === 503);
  const bare = refused.filter(({ isEnvelope, retryAfter }) => !isEnvelope || !retryAfter);
  const slowest = Math.round(Math.max(0, ...calls.map(({ ms }) => ms)));
  const lives = replies.filter(({ kind }) => kind === 'live');
  const slowestLife = Math.round(Math.max(0, ...lives.map(({ ms }) => ms)));
  const statuses = [...new Set(odd.map(({ status }) => status))].join(', ');
  report.add(
    fault,
    'answers are 200 or 503 in the envelope with Retry-After',
    `${calls.length - refused.length - odd.length} + ${refused.length}, others ${odd.length}${statuses && ` (${statuses})`}, bare ${bare.length}`,
    odd.length + bare.length === 0 && calls.length > 0,
  );
  report.add(fault, `answered within ${ANSWER_MS_MAX} ms`, `slowest ${slowest} ms`, slowest <= ANSWER_MS_MAX);
  report.add(
    fault,
    `the process lives, /livez within ${LIVE_MS_MAX} ms`,
    `${isAlive ? 'the same process' : 'it ended'}, slowest ${slowestLife} ms`,
    isAlive && lives.every(({ status }) => status === 200) && slowestLife <= LIVE_MS_MAX,
  );
  report.add(
    fault,
    `writes again within ${RECOVERY_MS_MAX} ms by itself`,
    `${recoveredMs} ms`,
    recoveredMs <= RECOVERY_MS_MAX,
  );
}

/**
 * Nothing that was acknowledged is gone, and what is there is whole. A write whose caller heard 503 may be there all the
 * same, where the connection went with the answer: its key makes it one when it is sent again (P41).
 */
export function judgeRows(report, fault, replies, { keys, faults }) {
  const stored = new Set(keys);
  const writes = replies.filter(({ kind }) => kind === 'write');
  const acknowledged = writes.filter(({ status }) => status === 200);
  const lost = acknowledged.filter(({ key }) => !stored.has(key));
  const unheard = writes.filter(({ status, key }) => status !== 200 && stored.has(key));
  report.add(
    fault,
    'no acknowledged write lost, no counter off, audit chain whole',
    `${acknowledged.length} acknowledged, ${lost.length} lost, ${unheard.length} done unheard${faults.length > 0 ? `, ${faults.join('; ')}` : ''}`,
    lost.length === 0 && faults.length === 0 && acknowledged.length > 0,
  );
}
