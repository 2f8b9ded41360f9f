import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

const DEMO_PASSWORD = 'OpenLeague-demo-1!';
const LEARNERS = 8;
// A slower reply counts as a fault.
const PATIENCE_MS = 15_000;

/**
 * @typedef {{ kind: 'read' | 'write' | 'live', status: number, ms: number, at: number, isEnvelope: boolean, retryAfter: boolean, key?: string }} Reply
 * Status 0: no reply.
 */

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

export function send(port, method, path, { token, body, key, connections = agent } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const end = (status, headers = {}) =>
      resolve({ status, headers, text, ms: performance.now() - startedAt, at: startedAt });
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: connections,
        timeout: PATIENCE_MS,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
      },
      (response) => {
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => end(response.statusCode, response.headers));
        response.on('error', () => end(0));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}

export async function ask(port, method, path, options) {
  const { status, text } = await send(port, method, `/api${path}`, options);
  if (status >= 300 || status === 0)
    throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  return JSON.parse(text).data;
}

export async function openCommunity(port) {
  const signIn = (email, password) => ask(port, 'POST', '/auth/login', { body: { email, password } });
  const { accessToken: token } = await signIn('grand@demo.openleague.test', DEMO_PASSWORD);
  const { leagues } = await ask(port, 'GET', '/leagues', { token });
  const league = leagues.find(({ name }) => name === 'ML');
  const { resources } = await ask(port, 'GET', `/resources?leagueId=${league.id}`, { token });
  const learners = [];
  for (let number = 0; number < LEARNERS; number++) {
    const email = `faults-${randomUUID()}@example.test`;
    const body = { name: 'Asha Verma', email, password: 'Kestrel-river-42!' };
    const { accessToken, user } = await ask(port, 'POST', '/auth/signup', { body });
    await ask(port, 'PUT', `/admin/users/${user.id}/approve`, { token, body: {} });
    await ask(port, 'POST', `/auth/email-verification/admin-verify-email/${user.id}`, { token, body: {} });
    const enroll = { cohortId: 'default', leagueId: league.id };
    await ask(port, 'POST', '/progress/enroll', { token: accessToken, body: enroll });
    learners.push({ token: accessToken });
  }
  return { learners, resourceIds: resources.map(({ id }) => id) };
}

/**
 * Reads dashboards, writes notes and polls liveness. Each write has a key, to find it in the database.
 * @param {() => number} portOf Called for each request.
 * @param {{ pauseMs?: number, isFresh?: boolean }} options `isFresh`: a connection for each request.
 */
export function startLoad(portOf, { learners, resourceIds }, { pauseMs = 5, isFresh = false } = {}) {
  /** @type {Reply[]} */
  const replies = [];
  let isRunning = true;
  const connections = isFresh ? new Agent({ keepAlive: false }) : agent;
  const record = (kind, { status, ms, at, headers, text }, key) => {
    let isEnvelope = false;
    try {
      isEnvelope = typeof JSON.parse(text).success === 'boolean';
    } catch {
      // A body that is not JSON leaves `isEnvelope` false.
    }
    replies.push({
      kind,
      status,
      ms,
      at,
      isEnvelope,
      retryAfter: /^\d+$/.test(headers['retry-after'] ?? ''),
      key,
    });
  };
  const learn = async ({ token }, index) => {
    for (let number = 0; isRunning; number++) {
      if (number % 2) {
        record('read', await send(portOf(), 'GET', '/api/progress/dashboard', { token, connections }));
      } else {
        const key = `fault-${randomUUID()}`;
        const resourceId = resourceIds[(number + index) % resourceIds.length];
        const path = `/api/resource-progress/${resourceId}/note`;
        const body = { personalNote: `Note ${key}` };
        record('write', await send(portOf(), 'PUT', path, { token, body, key, connections }), key);
      }
      await pause(replies.at(-1)?.status === 0 ? 50 : pauseMs);
    }
  };
  const live = async () => {
    while (isRunning) {
      record('live', await send(portOf(), 'GET', '/livez', { connections }));
      await pause(100);
    }
  };
  const ended = Promise.all([...learners.map(learn), live()]);
  return {
    replies,
    stop: async () => {
      isRunning = false;
      await ended;
      return replies;
    },
    /** Milliseconds until a write succeeds. */
    untilWriteMs: async (patienceMs = 20_000) => {
      const from = performance.now();
      for (;;) {
        if (replies.some(({ kind, status, at }) => kind === 'write' && status === 200 && at >= from))
          return Math.round(performance.now() - from);
        if (performance.now() - from > patienceMs) return Number.POSITIVE_INFINITY;
        await pause(20);
      }
    },
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
