import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CallCounter } from '../../platform/http/call-counter.ts';
import { CALLS_THAT_DIFFER, LIMITS, limitOf } from '../../platform/http/call-limits.ts';
import type { TestApp } from '../../test/make-app.ts';
import { type Pieces, startNotes, takeAway } from '../pieces.ts';
import { MORE, openWalk, tryCall } from './walk.ts';

// Takes each limit away in turn and demands that a test turns red (docs/decisions/0036). Run by npm run proof -- limits.

let api: TestApp;
beforeAll(async () => {
  api = await openWalk();
}, 240_000);
afterAll(() => api.close());

/** Calls whose limit can be taken out alone, because a tighter one of their feature refuses first. */
const TWICE: Record<string, string> = {
  checkCertificate: 'guesses of an address are counted by the check itself',
};

const { note, end } = startNotes();

/** The first test of the walk that is red; null when none is. */
async function findRed(names: readonly string[] | null): Promise<string | null> {
  for (const call of api.app.router.calls) {
    if (names !== null && !names.includes(call.name)) continue;
    const red = await tryCall(api, call);
    if (red) return red;
  }
  for (const attempt of Object.values(MORE)) {
    const red = await attempt(api);
    if (red) return red;
  }
  return null;
}

test('a call without its limit, and a limit without one of its counts, is missed', async () => {
  expect(await findRed(null)).toBeNull();
  const limits = LIMITS as unknown as Record<string, unknown[]>;
  const different = CALLS_THAT_DIFFER as Record<string, string>;
  limits.none = [];
  for (const call of api.app.router.calls) {
    const { [call.name]: listed } = different;
    const limit = limitOf(call);
    different[call.name] = 'none';
    note(`${call.method} ${call.path} without '${limit}'`, await tryCall(api, call), TWICE[call.name]);
    if (listed) different[call.name] = listed;
    else delete different[call.name];
  }
  delete limits.none;
  for (const [name, counts] of Object.entries(LIMITS)) {
    for (const count of counts) {
      limits[name] = counts.filter((other) => other !== count);
      const names = api.app.router.calls.filter((call) => limitOf(call) === name).map((call) => call.name);
      note(`'${name}' not counted by ${count.by}`, await findRed(names));
      limits[name] = counts as unknown as unknown[];
    }
  }
  const { take } = CallCounter.prototype;
  for (const by of ['account', 'address', 'session'] as const) {
    CallCounter.prototype.take = function (name, subject, value) {
      return take.call(this, name, subject, subject === by ? 'everybody' : value);
    };
    note(`every ${by} counted as one`, await findRed(null));
  }
  CallCounter.prototype.take = take;
}, 600_000);

/** How features that count guesses themselves declare a limit: `{ max: 10, windowSeconds: 600 }`. */
const DECLARED = /\bmax: \w+(?=, windowSeconds)/g;
const ENDLESS = 'max: 1_000_000_000';

/** What features count themselves, and what keeps counts shared and bounded, with the tests that hold it. */
const PIECES: Pieces[] = [
  {
    glob: 'api/accounts/auth/*.ts',
    from: DECLARED,
    to: ENDLESS,
    tests: ['limits', 'limit-promises', 'lockout', 'campus'].map(
      (name) => `api/accounts/auth/${name}.test.ts`,
    ),
    // Bursts compare passwords: on a busy machine they fail for another reason.
    only: 'P19|P20 (sign-ups|two|three|120)',
  },
  {
    glob: 'api/accounts/otp/*.ts',
    from: DECLARED,
    to: ENDLESS,
    tests: [
      ...['code-limits', 'otp'].map((name) => `api/accounts/otp/${name}.test.ts`),
      ...['limit-promises', 'lockout'].map((name) => `api/accounts/auth/${name}.test.ts`),
    ],
    only: 'P6|P7|limits on codes',
  },
  {
    glob: 'api/accounts/passkeys/*.ts',
    from: DECLARED,
    to: ENDLESS,
    tests: ['api/accounts/passkeys/passkey-sign-in.test.ts', 'api/accounts/passkeys/recovery-codes.test.ts'],
    only: 'P19',
  },
  {
    glob: 'api/awards/certificates/*.ts',
    from: DECLARED,
    to: ENDLESS,
    tests: ['api/awards/certificates/certificates.test.ts'],
  },
  ...['listeners.size >= inAll', '(accounts.get(accountId) ?? 0) >= perAccount'].map((from) => ({
    glob: 'api/leaderboard/changes.ts',
    from,
    to: 'false',
    tests: ['api/leaderboard/changes.test.ts'],
  })),
  ...[
    ['api/platform/http/call-counter.ts', 'limit?.isShared', 'false'],
    ['api/platform/http/call-counter.ts', 'counts.newer.size >= COUNTS_MAX', 'false'],
    ['api/platform/http/call-counter.ts', ' ?? counts.older.get(subject)', ''],
    ['api/platform/http/limits.ts', 'isSweepDue(kind)) await', 'false) await'],
  ].map(([glob = '', from = '', to = '']) => ({
    glob,
    from,
    to,
    tests: ['api/platform/http/call-counter.test.ts'],
  })),
];

test('a count of guesses, of streams or of rows that is taken away is missed', async () => {
  await takeAway(PIECES, note);
  expect(end()).toEqual([]);
}, 1_800_000);
