import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../run/apt.mjs';
import { say } from '../run/output.mjs';
import { startCluster } from './cluster.mjs';
import { ask, openCommunity, send } from './load.mjs';
import { inspect, runScript, startProduct } from './product.mjs';

const PASSWORD = 'Kestrel-river-42!';
const LOCKED_SECONDS = 600;
/** Wrong passwords of one account and address that are compared (P19). */
const GUESSES = 10;

/**
 * The clock of a process jumps while it runs, forwards and back: F13 of docs/security.md. A library before the C library
 * answers what time it is; what measures how long something takes is left alone, as on a machine whose clock is set.
 */
export async function runClocks({ report, work, settings }, isAsked) {
  const names = ['F13 clock of the process jumps', 'F13 clock of the database jumps'];
  if (!names.some(isAsked)) return;
  const library = await findLibrary();
  if (!library) {
    say('⚠ F13: left out, libfaketime is not installed and can be by root on Debian alone.');
    return;
  }
  if (isAsked(names[0])) await jumpProcess({ report, name: names[0], work, library, settings });
  if (isAsked(names[1])) await jumpDatabase({ report, name: names[1], work, library, settings });
}

async function findLibrary() {
  const find = () =>
    (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
      .map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
      .find((path) => existsSync(path));
  return find() ?? ((await installPackage('faketime')) ? find() : undefined);
}

/** A clock that runs as far from the true one as was said last; `env` puts a process on it. */
function openClock(library, file) {
  const set = (offset) => {
    // Whoever looks at the clock in between sees the old time or the new one.
    writeFileSync(`${file}.next`, `${offset}\n`);
    renameSync(`${file}.next`, file);
  };
  set('+0');
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { set, env };
}

/** People in every state that ends, is used up or is counted by time; each is tried again after every jump. */
async function openPeople(port) {
  const { learners, resourceIds } = await openCommunity(port);
  const post = (path, body, token) => send(port, 'POST', `/api${path}`, { body, token });
  const signUp = async (name) => {
    const email = `${name}-${learners.length}-${Date.now()}@example.test`;
    return {
      email,
      ...(await ask(port, 'POST', '/auth/signup', {
        body: { name: 'Asha Verma', email, password: PASSWORD },
      })),
    };
  };
  const mailedCode = async (email) => {
    await post('/auth/password-reset/send-otp', { email });
    const { messages } = JSON.parse(
      (await send(port, 'GET', '/dev/outbox', { accept: 'application/json' })).text,
    ).data;
    return /\b\d{6}\b/.exec(messages.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
  };
  const [present, gone, locked, forgetful, late] = [
    await signUp('present'),
    await signUp('gone'),
    await signUp('locked'),
    await signUp('forgetful'),
    await signUp('late'),
  ];
  await post('/auth/logout', { refreshToken: gone.refreshToken }, gone.accessToken);
  for (let guess = 0; guess < GUESSES; guess++)
    await post('/auth/login', { email: locked.email, password: `Wrong-river-${guess}!` });
  const codes = { forgetful: await mailedCode(forgetful.email), late: await mailedCode(late.email) };
  const reset = (who, otp) =>
    post('/auth/password-reset/reset-password', { email: who.email, otp, newPassword: `${PASSWORD}${otp}` });
  const [learner] = learners;
  return {
    resetWithCode: () => reset(forgetful, codes.forgetful),
    resetLate: () => reset(late, codes.late),
    tick: (number, token = learner.token) =>
      send(port, 'POST', `/api/resource-progress/${resourceIds[number]}/complete`, { token, body: {} }),
    streak: async (token = learner.token) =>
      JSON.parse((await send(port, 'GET', '/api/activity/stats', { token })).text).data,
    readProfile: () => send(port, 'GET', '/api/auth/profile', { token: present.accessToken }),
    refresh: () => post('/auth/refresh', { refreshToken: present.refreshToken }),
    signIn: () => post('/auth/login', { email: present.email, password: PASSWORD }),
    refreshGone: () => post('/auth/refresh', { refreshToken: gone.refreshToken }),
    tryLocked: () => post('/auth/login', { email: locked.email, password: PASSWORD }),
    renewLearner: async () =>
      JSON.parse((await post('/auth/refresh', { refreshToken: learner.refreshToken })).text).data
        ?.accessToken,
  };
}

const statuses = (replies) => replies.map(({ status }) => status).join(' ');

async function jumpProcess({ report, name, work, library, settings }) {
  const clock = openClock(library, join(work, 'process-clock'));
  const product = await startProduct({ ...settings, ...clock.env, RATE_LIMIT_SCALE: '1', DEV_PAGES: 'on' });
  const people = await openPeople(product.port);
  await people.tick(0);
  const seen = { shown: [], uptimes: [], present: [], gone: [], locked: [], streaks: [] };
  for (const offset of ['+5m', '+2h', '-2h', '+31d', '+0', '-31d']) {
    clock.set(offset);
    const ready = JSON.parse((await send(product.port, 'GET', '/readyz')).text);
    seen.shown.push(Math.round((Date.parse(ready.timestamp) - Date.now()) / 60_000));
    seen.uptimes.push(JSON.parse((await send(product.port, 'GET', '/ping')).text).uptime);
    seen.present.push(await people.readProfile(), await people.refresh(), await people.signIn());
    seen.gone.push(await people.refreshGone());
    seen.locked.push(await people.tryLocked());
    seen.streaks.push((await people.streak()).currentStreak);
  }
  const waits = seen.locked.map(({ headers }) => Number(headers['retry-after']));
  const used = [await people.resetWithCode(), await people.resetWithCode()];
  await product.stop();
  report.add(
    name,
    'it saw the jumps, in minutes',
    seen.shown.join(', '),
    seen.shown.join() === [5, 120, -120, 44_640, 0, -44_640].join(),
  );
  report.add(
    name,
    'it knows for how long it has run, in seconds',
    seen.uptimes.join(', '),
    seen.uptimes.every((seconds, index) => seconds >= (seen.uptimes[index - 1] ?? 0) && seconds < 600),
  );
  report.add(
    name,
    'who is signed in stays so, and may sign in',
    statuses(seen.present),
    seen.present.every(({ status }) => status === 200),
  );
  report.add(
    name,
    'who signed out stays out',
    statuses(seen.gone),
    seen.gone.every(({ status }) => status === 401),
  );
  report.add(
    name,
    `a locked account stays locked, for ${LOCKED_SECONDS} s at most`,
    `${statuses(seen.locked)}, ${waits.join(', ')} s`,
    seen.locked.every(({ status }) => status === 429) &&
      waits.every((wait) => wait > 0 && wait <= LOCKED_SECONDS),
  );
  report.add(name, 'a code works, once', statuses(used), used[0].status === 200 && used[1].status === 400);
  report.add(
    name,
    'a streak stays',
    seen.streaks.join(', '),
    seen.streaks.every((days) => days === 1),
  );
}

async function jumpDatabase({ report, name, work, library, settings }) {
  const clock = openClock(library, join(work, 'database-clock'));
  const cluster = await startCluster({ env: clock.env });
  if (!cluster) return;
  const own = { ...settings, DATABASE_URL: cluster.url };
  const demo = await runScript('demo.ts', own);
  if (demo.code !== 0) throw new Error(`The demo data could not be loaded:\n${demo.output}`);
  const product = await startProduct({ ...own, RATE_LIMIT_SCALE: '1', DEV_PAGES: 'on' });
  const people = await openPeople(product.port);
  const used = [await people.resetWithCode()];
  const gone = [];
  const signIns = [];
  const ticks = [await people.tick(0)];
  const locked = [await people.tryLocked()];

  clock.set('+2h');
  const after = {
    token: await people.readProfile(),
    refresh: await people.refresh(),
    code: await people.resetLate(),
  };
  locked.push(await people.tryLocked());
  for (const offset of ['+26h', '-2h', '+31d', '+0']) {
    clock.set(offset);
    used.push(await people.resetWithCode());
    gone.push(await people.refreshGone());
    signIns.push(await people.signIn());
    if (offset === '+31d') after.over = await people.refresh();
    if (offset === '+26h') ticks.push(await people.tick(1, await people.renewLearner()));
  }
  const streak = await people.streak(await people.renewLearner());
  await product.stop();
  report.add(
    name,
    'two hours on, an access token and a code are over, a session is not, a locked account is free',
    `${after.token.status}, ${after.code.status}, ${after.refresh.status}, ${statuses(locked)}`,
    after.token.status === 401 &&
      after.code.status === 400 &&
      after.refresh.status === 200 &&
      statuses(locked) === '429 200',
  );
  report.add(name, '31 days on, a session is over', after.over.status, after.over.status === 401);
  report.add(
    name,
    'a code that was used works nowhere again',
    statuses(used),
    used[0].status === 200 && used.slice(1).every(({ status }) => status === 400),
  );
  report.add(
    name,
    'who signed out stays out',
    statuses(gone),
    gone.every(({ status }) => status === 401),
  );
  report.add(
    name,
    'people sign in at every time',
    statuses(signIns),
    signIns.every(({ status }) => status === 200),
  );
  report.add(
    name,
    'two days in a row are a streak of two, when the clock is right again too',
    `${statuses(ticks)}, longest ${streak.longestStreak}`,
    statuses(ticks) === '200 200' && streak.longestStreak === 2,
  );
  const { faults } = await inspect(own);
  report.add(name, 'no counter off, audit chain whole', faults.join('; ') || 'none', faults.length === 0);
}
