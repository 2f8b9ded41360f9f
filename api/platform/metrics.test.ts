import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { getProfile } from '#contract/auth.ts';
import { followLeaderboard } from '#contract/leaderboard.ts';
import { startJobs } from '../jobs.ts';
import { makeApp } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { sealWaiting } from './audit/seal.ts';
import { createMetrics } from './metrics.ts';
import { parseEnv } from './process/env.ts';
import { createLog } from './process/log.ts';
import { countProcess } from './process/metrics.ts';

const api = await openTestApp();
const folder = await mkdtemp(join(tmpdir(), 'metrics-'));
countProcess();
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function open(settings: Record<string, string> = {}, db = api.db) {
  const config = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, ...settings });
  const answer = createMetrics({ db, config, secret: api.secret, log: createLog('silent') });
  return {
    get: (headers: Record<string, string> = {}, url = 'http://127.0.0.1:9464/metrics', method = 'GET') =>
      answer(new Request(url, { method, headers })),
    /** The value of a series as it stands in the text; null where it is not. */
    read: async (series: string) => {
      const text = await (await answer(new Request('http://127.0.0.1:9464/metrics'))).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
      return line === undefined ? null : Number(line.slice(series.length));
    },
  };
}

test('requests are counted by call and class of status, refusals by limit and paths of no call on their own', async () => {
  const { read } = open();
  const count = async (status: string, call: string = getProfile.name) =>
    (await read(`openleague_requests_total{call="${call}",status="${status}"}`)) ?? 0;
  const measured = async () =>
    (await read(`openleague_request_duration_seconds_count{call="${getProfile.name}"}`)) ?? 0;
  const limited = async () =>
    (await read(`openleague_requests_limited_total{call="${getProfile.name}"}`)) ?? 0;
  // Tests of other files may have asked in this process.
  const [good, bad, none] = [await count('2xx'), await count('4xx'), await count('4xx', 'none')];
  const [measuredBefore, limitedBefore] = [await measured(), await limited()];
  const person = await addPerson(api.db);
  await api.call(getProfile, { token: person.token });
  await api.call(getProfile);
  await api.request('/api/no/such/call/0123456789');
  expect([await count('2xx'), await count('4xx'), await count('4xx', 'none')]).toEqual([
    good + 1,
    bad + 1,
    none + 1,
  ]);
  expect(await measured()).toBe(measuredBefore + 2);
  expect(await read('openleague_requests_in_flight')).toBe(0);

  const small = await makeApp({ RATE_LIMIT_SCALE: '0.0001' });
  const hasty = await addPerson(small.db);
  const replies = [];
  for (let asked = 0; asked < 3; asked++) replies.push(await small.call(getProfile, { token: hasty.token }));
  const refused = replies.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(await limited()).toBe(limitedBefore + refused);
  await small.close();
});

test('P44 nothing about a person, an address or an id is a label', async () => {
  const person = await addPerson(api.db);
  await api.call(getProfile, { token: person.token, address: '203.0.113.77' });
  const text = await (await open().get()).text();
  for (const secret of [person.id, person.email, person.token, '203.0.113.77'])
    expect(text).not.toContain(secret);
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label));
  expect(labels).toContain('call');
  for (const label of labels) {
    expect([
      'call',
      'status',
      'le',
      'task',
      'folder',
      'answer',
      'version',
      'major',
      'minor',
      'patch',
    ]).toContain(label);
  }
});

test('streams, sessions, mail, the audit log, disks and copies are told as they are', async () => {
  const person = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  await api.db.execute(sql`insert into outbox_messages (id, kind, to_address, sealed_content, created_at)
    values ('m1', 'NEWS_DIGEST', 'a@example.test', 'x', now() - interval '1 hour')`);
  await api.db.execute(sql`insert into outbox_messages (id, kind, to_address, created_at, failed_at)
    values ('m2', 'NEWS_DIGEST', 'a@example.test', now(), now())`);
  await api.owner.execute(
    sql`insert into audit_log (action, created_at) values ('USER_APPROVED', now() - interval '10 minutes')`,
  );
  await writeFile(join(folder, 'new.dump'), 'x');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(folder, 'new.dump'), anHourAgo, anHourAgo);
  const stream = await api.request(`/api${followLeaderboard.path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { read } = open({ BACKUP_DIR: folder });
  const near = async (series: string, expected: number) =>
    expect(Math.abs(((await read(series)) as number) - expected)).toBeLessThan(60);
  expect(await read('openleague_event_streams')).toBe(1);
  expect(await read('openleague_sessions')).toBeGreaterThan(0);
  expect(await read('openleague_mail_waiting')).toBe(1);
  expect(await read('openleague_mail_failed_day')).toBe(1);
  await near('openleague_mail_oldest_seconds', 3600);
  await near('openleague_audit_unsealed_seconds', 600);
  await near('openleague_backup_age_seconds', 3600);
  expect(await read('openleague_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(await read('openleague_disk_size_bytes{folder="backup"}')).toBeGreaterThan(0);
  expect(await read('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(await read('nodejs_eventloop_lag_p99_seconds')).not.toBeNull();
  await stream.body?.cancel();
  expect(await read('openleague_event_streams')).toBe(0);
  expect(await open().read('openleague_backup_age_seconds')).toBeNull();
  if (api.kind === 'postgres') {
    expect(await read('openleague_database_statement_seconds_count')).toBeGreaterThan(10);
    expect(await read('openleague_database_busy')).toBeLessThanOrEqual(2);
  }
});

test('what a job did last is told, and a database that is gone shows no figures of before', async () => {
  const background = startJobs({ ...api, log: createLog('silent') }, api.kind);
  await background.stop();
  const { read } = open();
  const last = await read('openleague_job_last_success_timestamp_seconds{task="figures"}');
  expect(Date.now() / 1000 - (last ?? 0)).toBeLessThan(60);
  expect(await read('openleague_database_up')).toBe(1);
  const gone = new Proxy(api.db, {
    get: (target, name, receiver) =>
      name === 'execute'
        ? () => Promise.reject(new Error('The connection is gone'))
        : Reflect.get(target, name, receiver),
  });
  const broken = open({}, gone);
  expect(await broken.read('openleague_database_up')).toBe(0);
  expect(await broken.read('openleague_sessions')).toBeNull();
  expect(await broken.read('openleague_mail_waiting')).toBeNull();
});

test('it answers this machine alone, or whoever has the token', async () => {
  const { get } = open();
  expect((await get()).status).toBe(200);
  expect((await get({}, 'http://localhost:9464/metrics')).status).toBe(200);
  // A page in a browser on this machine may have a name of its own lead here.
  expect((await get({}, 'http://rebound.example.org:9464/metrics')).status).toBe(401);
  expect((await get({}, 'http://127.0.0.1:9464/')).status).toBe(404);
  expect((await get({}, undefined, 'POST')).status).toBe(405);
  const METRICS_TOKEN = 'a token of more than 32 characters'.replaceAll(' ', '-');
  const guarded = open({ METRICS_TOKEN });
  expect((await guarded.get()).status).toBe(401);
  expect((await guarded.get({ authorization: 'Bearer wrong' })).status).toBe(401);
  const asked = await guarded.get(
    { authorization: `Bearer ${METRICS_TOKEN}` },
    'http://10.0.0.5:9464/metrics',
  );
  expect([asked.status, asked.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  const others = { METRICS_PORT: '9464', HOST: '0.0.0.0' };
  expect(() => parseEnv(others)).toThrow('METRICS_TOKEN: expected');
  expect(() => parseEnv({ ...others, METRICS_TOKEN: 'short' })).toThrow(
    'METRICS_TOKEN: expected at least 32',
  );
  expect(parseEnv({ ...others, METRICS_TOKEN }).METRICS_PORT).toBe(9464);
});

const DEPLOY = join(import.meta.dir, '../../deploy');
/** What Prometheus itself adds to every series. */
const ADDED = ['job', 'instance'];

/** Every expression of the alert rules and of the dashboard. */
async function readExpressions(): Promise<string[]> {
  const rules = Bun.YAML.parse(await Bun.file(join(DEPLOY, 'prometheus/alerts.yml')).text()) as {
    groups: { rules: { expr: string; annotations: { summary: string; description: string } }[] }[];
  };
  const dashboard = (await Bun.file(join(DEPLOY, 'grafana/openleague.json')).json()) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const alerts = rules.groups.flatMap((group) => group.rules);
  for (const { annotations } of alerts) {
    expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) });
  }
  return [
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
}

test('alert rules and dashboard ask for metrics and labels that the process exposes, and miss none of its own', async () => {
  await sealWaiting(api.db);
  const text = await (await open({ BACKUP_DIR: folder }).get()).text();
  const exposed = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = exposed.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    exposed.set(name, known);
  }
  for (const labels of exposed.values()) for (const label of ADDED) expect(labels).not.toContain(label);
  const expressions = await readExpressions();
  expect(expressions.length).toBeGreaterThan(40);
  const asked = new Set<string>();
  for (const expression of expressions) {
    for (const [, name = '', selector = ''] of expression.matchAll(
      /\b((?:openleague|process|nodejs)_\w+)(?:\{([^}]*)\})?/g,
    )) {
      asked.add(name);
      expect([...exposed.keys()]).toContain(name);
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*[=!]/g)) {
        if (!ADDED.includes(label)) expect([...(exposed.get(name) ?? [])]).toContain(label);
      }
    }
  }
  const own = [...exposed.keys()].filter((name) => /^openleague_/.test(name));
  const series = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  expect(own.map(series).filter((name) => ![...asked].map(series).includes(name))).toEqual([]);
});
