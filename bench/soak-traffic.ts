import { DEMO_PASSWORD } from '#api/auth/published-passwords.ts';
import { BENCH_LEAGUE, BENCH_SECTION, toResources } from './seed.ts';

/** What a class of calls has done since it was last asked. */
export interface Traffic {
  /** Milliseconds of each call, by what was called. */
  times: Map<string, number[]>;
  /** What was not answered with success, by the call and its status; 0 where no answer came. */
  refused: Map<string, number>;
  /** Milliseconds of each call of the bare server. */
  bareTimes: number[];
}

export interface Soak {
  /** What happened since the last call of this. */
  take(): Traffic;
  stop(): Promise<void>;
}

export interface SoakPlan {
  origin: string;
  /** The bare server (bench/bare-server.ts), asked all along: how fast the machine is in these seconds. */
  bareOrigin: string;
  /** A token of each learner. */
  tokens: readonly string[];
  /** How many of them are at work at a time. */
  atWork: number;
  /** Leaderboards that stand open, of the first learners. */
  followers: number;
  /** Milliseconds between two calls of a learner, on average. */
  pauseMs: number;
}

const GRAND = 'grand@demo.openleague.test';
/** A proof of who one is holds for five minutes; exports ask for it. */
const STAFF_VISIT_MS = 4 * 60_000;
const STAFF_PAUSE_MS = 1500;
/** Learners come and go: a few who never left would tick in an hour what others tick in a year. */
const CALLS_A_VISIT = 300;
/** What learners tick. */
export const TICKED_RESOURCES = toResources([3, 4]);
const BARE_PAUSE_MS = 100;
const USERS_CSV = Array.from({ length: 50 }, (_, n) => `Soak Person ${n},soak-${n}@soak.test`).join('\n');

const STAFF_VISIT = [
  '/admin/users?page=1&limit=20',
  '/admin/users?search=bench-7',
  '/progress/enrollments?page=1&limit=20',
  '/analytics/platform',
  '/admin/audit-logs?page=1&limit=20',
  '/admin/users/export',
  '/admin/assignments/export',
  // The same entries each time: every tick adds one, and a longer file takes longer.
  `/admin/audit-logs/export?to=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
  '/admin/resources/export',
] as const;

/**
 * Learners who read and tick, staff who look around, export and check imports, and leaderboards that stand open, until
 * they are stopped.
 */
export function startSoak({ origin, bareOrigin, tokens, atWork, followers, pauseMs }: SoakPlan): Soak {
  let isOver = false;
  const nothingYet = (): Traffic => ({ times: new Map(), refused: new Map(), bareTimes: [] });
  let traffic = nothingYet();
  const ending = new AbortController();
  const fail = (what: string) => traffic.refused.set(what, (traffic.refused.get(what) ?? 0) + 1);

  async function call<Data>(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
  ): Promise<Data | null> {
    const startedAt = performance.now();
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    if (body) headers['content-type'] = 'application/json';
    const ask = () =>
      fetch(`${origin}/api${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => null);
    // A connection that was kept may be closed in the very moment it is used again: browsers repeat a read that nothing
    // was answered to, and nothing else.
    const response = (await ask()) ?? (method === 'GET' ? await ask() : null);
    const text = await response?.text().catch(() => null);
    const what = `${method} ${path.replace(/\?.*|resource-[\d-]+/g, '…')}`;
    const times = traffic.times.get(what);
    if (times) times.push(performance.now() - startedAt);
    else traffic.times.set(what, [performance.now() - startedAt]);
    if (!response?.ok || text == null) {
      fail(`${what} ${response?.status ?? 0}`);
      return null;
    }
    return response.headers.get('content-type')?.includes('json') ? (JSON.parse(text).data as Data) : null;
  }

  async function learnInTurn(first: number): Promise<void> {
    for (let person = first; !isOver; person = (person + atWork) % tokens.length) {
      const token = tokens[person];
      if (token) await learn(token, person);
    }
  }

  async function learn(token: string, person: number): Promise<void> {
    const resources = TICKED_RESOURCES;
    for (let n = person; !isOver && n < person + CALLS_A_VISIT; n++) {
      const resource = resources[n % resources.length];
      const turn = n % 10;
      if (turn < 2) await call('GET', '/auth/profile', token);
      else if (turn < 4) await call('GET', '/progress/dashboard', token);
      else if (turn < 6) await call('GET', `/progress/leagues/${BENCH_LEAGUE}`, token);
      else if (turn === 6) await call('GET', `/resource-progress/section/${BENCH_SECTION}/resources`, token);
      else if (turn === 7) await call('POST', `/resource-progress/${resource}/complete`, token, {});
      else if (turn === 8) await call('GET', '/leaderboard', token);
      // Undone again, so that an hour leaves as many ticks as a minute.
      else await call('DELETE', `/resource-progress/${resources[(n - 2) % resources.length]}/reset`, token);
      await Bun.sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  async function administer(): Promise<void> {
    while (!isOver) {
      const signedIn = await call<{ accessToken: string; refreshToken: string }>(
        'POST',
        '/auth/login',
        undefined,
        { email: GRAND, password: DEMO_PASSWORD },
      );
      const endsAt = Date.now() + STAFF_VISIT_MS;
      while (signedIn && !isOver && Date.now() < endsAt) {
        for (const path of STAFF_VISIT) {
          await call('GET', path, signedIn.accessToken);
          if (isOver) break;
          await Bun.sleep(STAFF_PAUSE_MS);
        }
        await call('POST', '/admin/imports/users', signedIn.accessToken, {
          csv: `Name,Email\n${USERS_CSV}`,
          dryRun: true,
        });
      }
      if (signedIn)
        await call('POST', '/auth/logout', signedIn.accessToken, { refreshToken: signedIn.refreshToken });
      else await Bun.sleep(STAFF_PAUSE_MS);
    }
  }

  async function follow(token: string): Promise<void> {
    while (!isOver) {
      const response = await fetch(`${origin}/api/leaderboard/changes`, {
        headers: { authorization: `Bearer ${token}` },
        signal: ending.signal,
      }).catch(() => null);
      if (!response?.ok || !response.body) {
        if (!isOver) fail(`GET /leaderboard/changes ${response?.status ?? 0}`);
        await Bun.sleep(STAFF_PAUSE_MS);
        continue;
      }
      // Read to the end: a stream that nobody reads piles up at the sender.
      const reader = response.body.getReader();
      while (!(await reader.read().catch(() => ({ done: true }))).done);
    }
  }

  async function askBare(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now();
      const response = await fetch(`${bareOrigin}/row/bun?id=nobody`).catch(() => null);
      await response?.text();
      traffic.bareTimes.push(performance.now() - startedAt);
      if (!response?.ok) fail(`the bare server ${response?.status ?? 0}`);
      await Bun.sleep(BARE_PAUSE_MS);
    }
  }

  const work = [
    askBare(),
    ...tokens.slice(0, atWork).map((_, n) => learnInTurn(n)),
    administer(),
    ...tokens.slice(0, followers).map(follow),
  ];
  return {
    take() {
      const taken = traffic;
      traffic = nothingYet();
      return taken;
    },
    async stop() {
      isOver = true;
      ending.abort();
      await Promise.all(work);
    },
  };
}
