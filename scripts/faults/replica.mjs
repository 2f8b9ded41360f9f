import postgres from 'postgres';
import { startCluster } from './cluster.mjs';
import { ask, pause, send, startLoad } from './load.mjs';
import { runScript, startProduct } from './product.mjs';

const LEFT_MS_MAX = 1000;
const BACK_MS_MAX = 10_000;
/** P40: three seconds, and what a busy machine adds to a timer. */
const ANSWER_MS_MAX = 3500;
/** Longer than a read waits for a replica (api/db/replica.ts) and than a busy machine takes from a write to the next read. */
const DELAY_MS = 300;

/**
 * What a streaming replica can do to the reads that are sent to it, under load, with two processes of the product: each
 * change is looked for in the very next read, by whichever process.
 */
export async function runReplica({ report, cluster, settings, openCommunity }, isAsked) {
  const fault = (what) => `Replica ${what}`;
  const cases = ['in use', 'late by a moment', 'that does not replay', 'killed', 'frozen', 'promoted'];
  if (!cases.some((what) => isAsked(fault(what)))) return;
  const standby = await startCluster({ follows: cluster, settings: ['-c hot_standby_feedback=on'] });
  const withReplica = { ...settings, DATABASE_REPLICA_URL: standby.url };
  const products = [await startProduct(withReplica), await startProduct(withReplica)];
  const ports = products.map(({ port }) => port);
  const community = await openCommunity(ports[0]);
  const usageOf = async (port) => JSON.parse((await send(port, 'GET', '/health')).text).replica;
  /** Milliseconds until every process says so of its replica. */
  const untilMs = async (isSo) => {
    const from = performance.now();
    const waitFor = async (port) => {
      while (performance.now() - from < 20_000 && !isSo(await usageOf(port))) await pause(20);
    };
    await Promise.all(ports.map(waitFor));
    return Math.round(performance.now() - from);
  };
  const isUsed = ({ status }) => status === 'used';
  const sql = (url) => postgres(url, { max: 1, onnotice: () => {} });
  const onStandby = async (...statements) => {
    const connection = sql(standby.url);
    for (const statement of statements) await connection.unsafe(statement);
    await connection.end();
  };
  /** Whom the walk suspends and lets in again; none of them learns meanwhile. */
  const { users } = await ask(ports[0], 'GET', '/admin/users?search=faults-&limit=50', {
    token: community.staffToken,
  });
  const changed = users.filter(({ status }) => status === 'ACTIVE').slice(0, 3);
  const learning = { ...community, learners: await findOthers(ports[0], community.learners, changed) };

  const during = async (what, work) => {
    const name = fault(what);
    if (!isAsked(name)) return;
    await untilMs(isUsed);
    const before = await countAnswers(ports, usageOf);
    const load = startLoad(() => ports[0], learning);
    const walk = startWalk(ports, community.staffToken, changed);
    await pause(2000);
    await work(name);
    await pause(1000);
    const { steps, stale, odd, slowestMs } = await walk.stop();
    const replies = await load.stop();
    const after = await countAnswers(ports, usageOf);
    const counts = Object.entries(after).map(([answer, count]) => [answer, count - before[answer]]);
    report.add(
      name,
      'each read shows the change just before it',
      `${steps} steps, ${stale} stale`,
      stale === 0 && steps > 0,
    );
    const refused = replies.filter(({ status }) => status !== 200).length;
    report.add(
      name,
      `every call answered, within ${ANSWER_MS_MAX} ms`,
      `${odd} + ${refused} refused of ${steps} + ${replies.length}, slowest read ${slowestMs} ms`,
      odd + refused === 0 && slowestMs <= ANSWER_MS_MAX && products.every((product) => product.isAlive()),
    );
    return Object.fromEntries(counts);
  };
  const judgeDoctor = async (name, expected) => {
    const { output } = await runScript('doctor.ts', withReplica, ['--json']);
    const { findings } = JSON.parse(output.slice(output.indexOf('{')));
    const { status, found } = findings.find(({ check }) => check === 'replica');
    report.add(name, `npm run doctor: ${expected}`, `${status}: ${found}`, status === expected);
  };
  const tell = (counts) =>
    Object.entries(counts)
      .map(([answer, count]) => `${answer} ${count}`)
      .join(', ');
  const judgeCounts = (what, counts, isRight, criterion) => {
    if (counts) report.add(fault(what), criterion, tell(counts), isRight(counts));
  };
  /** Does something to the replica, measures until it is left, undoes it and measures until it is used again. */
  const leave = async (name, harm, mend) => {
    await harm();
    const leftMs = await untilMs((usage) => !isUsed(usage));
    report.add(name, `left within ${LEFT_MS_MAX} ms`, `${leftMs} ms`, leftMs <= LEFT_MS_MAX);
    await pause(3000);
    if (!mend) return await judgeDoctor(name, 'fail');
    await mend();
    const backMs = await untilMs(isUsed);
    report.add(name, `used again within ${BACK_MS_MAX} ms by itself`, `${backMs} ms`, backMs <= BACK_MS_MAX);
  };
  const answeredByBoth = ({ replica, left, failed }) => replica > 0 && left + failed > 0;

  judgeCounts(
    'in use',
    await during('in use', async (name) => {
      await judgeDoctor(name, 'ok');
      await pause(4000);
    }),
    ({ replica }) => replica > 0,
    'it answers reads',
  );
  const delayed = await during('late by a moment', async () => {
    await onStandby(`alter system set recovery_min_apply_delay = ${DELAY_MS}`, 'select pg_reload_conf()');
    await pause(6000);
    await onStandby('alter system reset recovery_min_apply_delay', 'select pg_reload_conf()');
  });
  judgeCounts('late by a moment', delayed, ({ behind }) => behind > 0, 'the primary answers what it lacks');
  const paused = await during('that does not replay', async (name) => {
    await onStandby('select pg_wal_replay_pause()');
    await pause(5000);
    const { lagSeconds } = await usageOf(ports[0]);
    report.add(name, 'its lag is measured', `${lagSeconds} s`, lagSeconds > 3 && lagSeconds < 7);
    await onStandby('select pg_wal_replay_resume()');
  });
  judgeCounts(
    'that does not replay',
    paused,
    ({ behind }) => behind > 0,
    'the primary answers what it lacks',
  );
  const killed = await during('killed', (name) =>
    leave(name, () => standby.stop('immediate'), standby.start),
  );
  judgeCounts('killed', killed, answeredByBoth, 'both answer reads');
  const frozen = await during('frozen', (name) => leave(name, standby.freeze, standby.thaw));
  judgeCounts('frozen', frozen, answeredByBoth, 'both answer reads');
  const promoted = await during('promoted', (name) => leave(name, standby.promote));
  judgeCounts('promoted', promoted, answeredByBoth, 'both answer reads');
  const unhandled = products.filter((product) => product.output().includes('unhandled_rejection')).length;
  report.add(
    fault('promoted'),
    'nothing in the log that nobody handled',
    `${unhandled} processes`,
    unhandled === 0,
  );
  for (const product of products) await product.stop();
  await standby.stop('fast');
}

async function findOthers(port, learners, changed) {
  const ids = new Set(changed.map(({ id }) => id));
  const found = await Promise.all(
    learners.map(async (learner) => {
      const { id } = await ask(port, 'GET', '/auth/profile', { token: learner.token });
      return ids.has(id) ? [] : [learner];
    }),
  );
  return found.flat();
}

/** Reads by who answered them, of all processes. */
async function countAnswers(ports, usageOf) {
  const counts = { replica: 0, behind: 0, left: 0, failed: 0 };
  for (const port of ports) {
    const { reads } = await usageOf(port);
    for (const answer of Object.keys(counts)) counts[answer] += reads[answer];
  }
  return counts;
}

/**
 * Suspends accounts and lets them in again, or changes nothing, by one of the processes at random, and reads the list of
 * accounts by another; the list has to show it.
 */
function startWalk(ports, token, accounts) {
  let isRunning = true;
  const result = { steps: 0, stale: 0, odd: 0, slowestMs: 0 };
  const anyPort = () => ports[Math.floor(Math.random() * ports.length)];
  const walk = async ({ id, email }) => {
    let expected = 'ACTIVE';
    const write = async (status) => {
      const reply = await send(anyPort(), 'PUT', `/api/admin/users/${id}/status`, {
        token,
        body: { status },
      });
      if (reply.status === 200) expected = status;
      else result.odd += 1;
    };
    while (isRunning) {
      if (Math.random() < 0.5) await write(expected === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE');
      const reply = await send(anyPort(), 'GET', `/api/admin/users?search=${encodeURIComponent(email)}`, {
        token,
      });
      result.slowestMs = Math.max(result.slowestMs, Math.round(reply.ms));
      result.steps += 1;
      if (reply.status !== 200) result.odd += 1;
      else if (JSON.parse(reply.text).data.users[0]?.status !== expected) result.stale += 1;
      await pause(Math.random() * 20);
    }
    if (expected !== 'ACTIVE') await write('ACTIVE');
  };
  const ended = Promise.all(accounts.map(walk));
  return {
    stop: async () => {
      isRunning = false;
      await ended;
      return result;
    },
  };
}
