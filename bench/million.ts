import { median } from './load.ts';
import type { Check } from './report.ts';
import { prepareStaff } from './staff.ts';
import { CODE, STAFF_READS } from './staff-reads.ts';
import { openLearnerSessions, type Scale, type StaffTokens, toLargeScale, toLeagueOf } from './staff-seed.ts';
import { type Settings, startTarget, type Target } from './target.ts';

const DEEP_MS = 5;
const GROWTH_LIMIT = 1.3;
const FEW = 1000;

type Prepared = StaffTokens & { learners: string[]; settings: Settings; scale: Scale };

interface LearnerCall {
  name: string;
  /** What the nth learner asks for, in one of several batches. */
  path: (n: number, scale: Scale, batch: number) => string;
  isWrite?: boolean;
  /** Calls of a batch, where they are fewer than its learners. */
  calls?: number;
  /** Of the larger of both, by the clock. */
  limit?: number;
}

/** Learners of a batch: what they read fits the memory of the database at both sizes. */
const BATCH_CALLS = 50;
const LEARNER_BATCHES = FEW / BATCH_CALLS;
const WARM_MS = 20_000;
const PAGE_SIZE = 20;
/** As many as screens show, so that page 3 of a league with 150 learners is its last. */
const LEAGUE_PAGE_SIZE = 50;
/** Pages that one batch asks for, each once: who asks for the same page after somebody else is given the same reading. */
const DEEP_PAGES = 40;
/** Where the list of the leaderboard ends. */
const DEPTH = 10_000;

const deepPage = (n: number, { people }: Scale, batch: number) => {
  const limit = PAGE_SIZE - (batch % 5);
  const last = Math.floor(Math.min(people * 0.9, DEPTH) / limit);
  return `/leaderboard?limit=${limit}&page=${last - (n % DEEP_PAGES)}`;
};

/** Learners of a batch look at the same league. */
const leaguePage =
  (page: number): LearnerCall['path'] =>
  (_, scale, batch) =>
    `/leaderboard?limit=${LEAGUE_PAGE_SIZE}&page=${page}&league=${toLeagueOf(batch, scale).id}`;

const toTick =
  (resource: number): LearnerCall['path'] =>
  (n, scale) =>
    `/resource-progress/${toLeagueOf(n, scale).untouched[resource]}/complete`;

const LEARNER_CALLS: readonly LearnerCall[] = [
  {
    name: 'tick',
    path: toTick(0),
    isWrite: true,
  },
  { name: 'dashboard', path: () => '/progress/dashboard' },
  { name: 'profile', path: () => '/auth/profile' },
  { name: 'league', path: (n, scale) => `/progress/leagues/${toLeagueOf(n, scale).id}` },
  {
    name: 'section',
    path: (n, scale) => `/resource-progress/section/${toLeagueOf(n, scale).sectionId}/resources`,
  },
  { name: 'own rank', path: () => '/leaderboard/my-rank', limit: DEEP_MS },
  { name: 'leaderboard, page 1', path: () => `/leaderboard?limit=${PAGE_SIZE}&page=1` },
  {
    name: 'leaderboard, page 100, shared',
    path: () => `/leaderboard?limit=${PAGE_SIZE}&page=100`,
    limit: DEEP_MS,
  },
  {
    name: 'leaderboard, page 500, shared',
    path: () => `/leaderboard?limit=${PAGE_SIZE}&page=500`,
    limit: DEEP_MS,
  },
  { name: 'leaderboard, its last pages, each read anew', path: deepPage, calls: DEEP_PAGES, limit: DEEP_MS },
  {
    name: 'leaderboard of a league, page 1',
    path: leaguePage(1),
  },
  {
    name: 'leaderboard of a league, page 3',
    path: leaguePage(3),
    limit: DEEP_MS,
  },
];

/** Processor time of the database so far; null where nobody tells. */
type ReadClock = () => number | null;

interface Cost {
  ms: number;
  databaseMs: number | null;
}

/**
 * Lists and searches of staff with so many people, and what calls of learners cost beside a community of 1,000. Both databases
 * are filled by one seed.
 * @param open Makes an empty database.
 */
export async function measureMillion(
  people: number,
  open: (name: string) => Promise<Settings>,
  clock: ReadClock,
): Promise<Check[]> {
  const prepare = async (size: number): Promise<Prepared> => {
    const startedAt = performance.now();
    const settings = await open(`people_${size}`);
    const scale = toLargeScale(size);
    const tokens = await prepareStaff(settings, scale, async (database) => ({
      learners: await openLearnerSessions(database, FEW),
    }));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`Made a database with ${size.toLocaleString('en')} people in ${seconds} s`);
    return { ...tokens, settings, scale };
  };
  const few = await prepare(FEW);
  const many = await prepare(people);
  const [small, large] = [await start(few), await start(many)];
  try {
    const growth = await measureGrowth(
      { prepared: few, target: small },
      { prepared: many, target: large },
      clock,
    );
    return [...(await measureReads(many, large, clock)), ...growth];
  } finally {
    await small.stop();
    await large.stop();
  }
}

const start = ({ settings }: Prepared) => startTarget('api/server.ts', settings, '/livez');

const READ_BATCHES = 5;
/** Calls of a batch are asked until so much time has passed, but no fewer than the least and no more than the most. */
const READ_MS = 300;
const READS_MIN = 10;
const READS_MAX = 100;

async function measureReads(prepared: Prepared, target: Target, clock: ReadClock): Promise<Check[]> {
  const checks: Check[] = [];
  const code = await findCode(target, prepared.grand);
  for (const { name, path, limit, as = 'grand' } of STAFF_READS) {
    const request = toRequest(`${target.origin}/api${path.replace(CODE, code)}`, prepared[as]);
    const cost = await measureRead(request, clock);
    console.log(`${name}: ${cost === null ? 'not served' : describe(cost)}`);
    checks.push({
      what: `staff, ${prepared.scale.people.toLocaleString('en')} people: ${name}`,
      measured: cost === null ? 'not served' : describe(cost),
      limit: `<= ${limit} ms`,
      isKept: cost !== null && cost.ms <= limit,
    });
  }
  return checks;
}

/** Null where the call is refused, or cut off at its limit. */
async function measureRead(request: () => Promise<Response>, clock: ReadClock): Promise<Cost | null> {
  for (let n = 0; n < READS_MIN; n++) if (!(await request()).ok) return null;
  const batches: Cost[] = [];
  for (let batch = 0; batch < READ_BATCHES; batch++) {
    const startedAt = performance.now();
    const isEnough = (asked: number) =>
      asked >= READS_MAX || (asked >= READS_MIN && performance.now() - startedAt >= READ_MS);
    batches.push(await measureBatch(isEnough, request, clock));
  }
  return medianCost(batches);
}

async function measureBatch(
  isEnough: (asked: number) => boolean,
  request: (n: number) => Promise<Response>,
  clock: ReadClock,
): Promise<Cost> {
  const times: number[] = [];
  const before = clock();
  while (!isEnough(times.length)) {
    const startedAt = performance.now();
    requireOk(await request(times.length));
    times.push(performance.now() - startedAt);
  }
  const after = clock();
  return {
    ms: median(times),
    databaseMs: before === null || after === null ? null : (after - before) / times.length,
  };
}

/** What is read anew once a minute beside the calls falls into one batch and not into the others. */
function medianCost(batches: readonly Cost[]): Cost {
  const told = batches.flatMap(({ databaseMs }) => (databaseMs === null ? [] : [databaseMs]));
  return {
    ms: median(batches.map(({ ms }) => ms)),
    databaseMs: told.length > 0 ? median(told) : null,
  };
}

interface Side {
  prepared: Prepared;
  target: Target;
}

/** Each call at both sizes in turns. */
async function measureGrowth(few: Side, many: Side, clock: ReadClock): Promise<Check[]> {
  const checks: Check[] = [];
  // Ranks far down are counted from checkpoints that a process reads after it has begun to answer.
  await Bun.sleep(WARM_MS);
  for (const call of LEARNER_CALLS) {
    const costs: [Cost[], Cost[]] = [[], []];
    for (let batch = 0; batch < LEARNER_BATCHES; batch++) {
      costs[0].push(await measureLearnerBatch(call, batch, few, clock));
      costs[1].push(await measureLearnerBatch(call, batch, many, clock));
    }
    const measured = toChecks(call, medianCost(costs[0]), medianCost(costs[1]), many.prepared.scale);
    console.log(`${call.name}: ${measured[0]?.measured}`);
    checks.push(...measured);
  }
  return checks;
}

/**
 * A batch of learners of its own. They asked for the same before, and ticked since: what is read lies in memory at both sizes,
 * and is made anew.
 */
async function measureLearnerBatch(
  call: LearnerCall,
  batch: number,
  side: Side,
  clock: ReadClock,
): Promise<Cost> {
  const calls = call.calls ?? BATCH_CALLS;
  const askAs = (asked: Pick<LearnerCall, 'path' | 'isWrite'>, n: number) =>
    ask(asked, batch * BATCH_CALLS + n, batch, side);
  const tick = { path: toTick(1 + LEARNER_CALLS.indexOf(call)), isWrite: true };
  for (let n = 0; n < calls; n++) {
    if (!call.isWrite) requireOk(await askAs(call, n));
    requireOk(await askAs(tick, n));
  }
  return measureBatch(
    (asked) => asked >= calls,
    (n) => askAs(call, n),
    clock,
  );
}

/** The index of a learner begins at 0. */
async function ask(
  { path, isWrite }: Pick<LearnerCall, 'path' | 'isWrite'>,
  index: number,
  batch: number,
  { prepared, target }: Side,
): Promise<Response> {
  const url = `${target.origin}/api${path(index + 1, prepared.scale, batch)}`;
  return toRequest(url, prepared.learners[index] ?? '', isWrite)();
}

function toChecks({ name, limit }: LearnerCall, few: Cost, many: Cost, { people }: Scale): Check[] {
  const sizes = `${people.toLocaleString('en')} against ${FEW.toLocaleString('en')} learners`;
  const growth = (many.databaseMs ?? many.ms) / (few.databaseMs ?? few.ms);
  const grown = {
    what: `${name}: ${sizes}`,
    measured: `${describe(many)} against ${describe(few)}: ${growth.toFixed(2)} ×, by the clock ${(many.ms / few.ms).toFixed(2)} ×`,
    limit: `<= ${GROWTH_LIMIT} ×`,
    isKept: growth <= GROWTH_LIMIT,
  };
  if (limit === undefined) return [grown];
  return [grown, { what: name, measured: describe(many), limit: `<= ${limit} ms`, isKept: many.ms <= limit }];
}

const describe = ({ ms, databaseMs }: Cost) =>
  `${ms.toFixed(2)} ms${databaseMs === null ? '' : ` (database ${databaseMs.toFixed(2)})`}`;

function toRequest(url: string, token: string, isWrite = false): () => Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async () => {
    const response = await fetch(url, isWrite ? { method: 'POST', headers, body: '{}' } : { headers });
    await response.arrayBuffer();
    return response;
  };
}

function requireOk({ ok, url, status }: Response): void {
  if (!ok) throw new Error(`${url} answered ${status}`);
}

async function findCode({ origin }: Target, token: string): Promise<string> {
  const response = await fetch(`${origin}/api/admin/certificates?page=40&limit=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { certificates: { code: string }[] } };
  return data.certificates[0]?.code ?? 'NONE';
}
