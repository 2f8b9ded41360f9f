import type { Call } from '#contract/call.ts';
import { pathOf } from '#contract/call.ts';
import { callOf } from '../access/cells.ts';
import type { Principal } from '../access/principals.ts';
import type { Sandbox } from '../access/sandbox.ts';
import { CANARY, type World } from '../access/world.ts';
import { type Sent, type Step, toRequest } from './steps.ts';

/** What walks through sequences of calls, and how many it has made. */
export interface Walk {
  readonly calls: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Makes the calls of one sequence on a fresh world. Throws at the first one that breaks a rule, naming it. */
  run(steps: readonly Step[]): Promise<void>;
}

/** Words of the inside: stacks, files, SQL, drivers, hashes (docs/security.md P38, P27). */
const INSIDE =
  /\n\s+at |node_modules|\.ts:\d+|file:\/\/\/(?!etc)|Failed query|\bselect .+ from\b|\binsert into\b|violates .+ constraint|PGlite|PostgresError|SQLSTATE|\$argon2|\$2[aby]\$|TypeError|ReferenceError|RangeError|SyntaxError/i;

/** What a refused call may leave: its entry in the log, what counts attempts, and the key that it was sent with. */
const MAY_BE_NOTED = new Set(['audit_log', 'idempotency_keys']);
const LEARNERS: readonly Principal[] = [
  'pending',
  'unverified',
  'unmigrated',
  'notEnrolled',
  'enrolled',
  'luminary',
];
const WITHOUT_SESSION: readonly Principal[] = [
  'anonymous',
  'garbage',
  'expired',
  'loggedOut',
  'refreshAsAccess',
];

interface Answer {
  status: number;
  text: string;
  isJson: boolean;
}

/** The state of one sequence. */
interface Memory {
  made: string[];
  deleted: Set<string>;
  isSuspended: boolean;
  /** Somebody's role or scope was changed: who may read what is another question from there on. */
  areRightsChanged: boolean;
}

export function createWalk(sandbox: Sandbox, world: World): Walk {
  const statuses = new Map<number, number>();
  let calls = 0;
  const walk = async (steps: readonly Step[]) => {
    const memory: Memory = { made: [], deleted: new Set(), isSuspended: false, areRightsChanged: false };
    let before = await sandbox.writes();
    for (const [index, step] of steps.entries()) {
      const call = callOf(sandbox, step.route);
      const sent = toRequest(step, call, world, memory.made);
      const answer = await send(sandbox, call, sent, world.callers[step.as].token);
      calls += 1;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const after = await sandbox.writes().catch(() => null);
      // What a column cannot hold, such as NUL in a search, is found by the database; it ends the sandbox's transaction.
      const isDatabaseRefusal =
        after === null && answer.status === 400 && answer.text.includes('INVALID_INPUT');
      const faults = [
        ...judge(call, step, sent, answer, memory),
        ...(after === null && !isDatabaseRefusal ? ['a statement failed'] : []),
        ...(answer.status < 400 ? [] : leftBehind(call, before, after ?? before)),
      ];
      if (faults.length > 0) {
        const asked = `${call.method} ${toPath(call, sent)} ${sent.text?.slice(0, 600) ?? ''}`;
        throw new Error(
          `call ${index + 1} as ${step.as}: ${faults.join('; ')}\n${asked}\n${answer.status} ${answer.text.slice(0, 600)}`,
        );
      }
      if (after === null) return;
      before = after;
      remember(memory, sent, call, world, answer);
    }
    const alive = await send(sandbox, callOf(sandbox, 'GET /public/cohorts-structure'), plainly, null);
    calls += 1;
    if (alive.status !== 200) throw new Error(`afterwards the cohorts are answered with ${alive.status}`);
  };
  return {
    get calls() {
      return calls;
    },
    statuses,
    run: (steps) => walk(steps).finally(() => sandbox.rollBack()),
  };
}

const plainly: Sent = { asked: {}, text: undefined, type: 'application/json' };

function toPath(call: Call, { asked }: Sent): string {
  const search =
    asked.query && Object.keys(asked.query).length > 0 ? `?${new URLSearchParams(asked.query)}` : '';
  return `/api${pathOf(call, asked.params)}${search}`;
}

async function send(sandbox: Sandbox, call: Call, sent: Sent, token: string | null): Promise<Answer> {
  const request = new Request(`http://localhost${toPath(call, sent)}`, {
    method: call.method,
    headers: {
      ...(sent.type === '' ? {} : { 'content-type': sent.type }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(call.method === 'GET' || sent.text === undefined ? {} : { body: sent.text }),
  });
  const response = await sandbox.app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '', isJson: false };
  }
  return {
    status: response.status,
    text: await response.text(),
    isJson: type.startsWith('application/json'),
  };
}

/** The checks of Schemathesis and RESTler that one reply can be held against. */
function judge(
  call: Call,
  step: Step,
  sent: Sent,
  { status, text, isJson }: Answer,
  memory: Memory,
): string[] {
  const faults: string[] = [];
  const isAllowed = status < 300;
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : null;
  if (status >= 500) faults.push(`answered ${status}`);
  if (isAllowed && status !== call.status)
    faults.push(`answered ${status} instead of the declared ${call.status}`);
  if (status >= 300 && status < 400) faults.push(`answered ${status}`);
  if (isAllowed && body && !call.files) {
    if (body.success !== true) faults.push('success is not true');
    const read = call.data?.safeParse(body.data);
    if (read && !read.success)
      faults.push(`data is not as declared: ${JSON.stringify(read.error.issues.slice(0, 2))}`);
  }
  if (isAllowed && !body && !call.files && text !== '') faults.push('no JSON, and no file is declared');
  if (!isAllowed && (body?.success !== false || typeof body.error !== 'string' || body.error === '')) {
    faults.push('the refusal is not in the envelope');
  }
  const inside = INSIDE.exec(withoutEcho(text, sent))?.[0];
  if (inside) faults.push(`tells of the inside: ${JSON.stringify(inside)}`);
  if (text.includes(CANARY) && (!isAllowed || (LEARNERS.includes(step.as) && !memory.areRightsChanged))) {
    faults.push('tells what is private in the other league');
  }
  if (isAllowed && call.access !== 'public') {
    if (WITHOUT_SESSION.includes(step.as)) faults.push('let in without a session');
    if (step.as.startsWith('suspended')) faults.push('let in although suspended');
    if (step.as === 'enrolled' && memory.isSuspended) faults.push('let in after the suspension');
  }
  if (isAllowed && call.body && !isAccepted(call, sent)) faults.push('took a body that its schema refuses');
  if (isAllowed && call.query && !call.query.safeParse(sent.asked.query ?? {}).success) {
    faults.push('took a query that its schema refuses');
  }
  // A certificate's code is no id: whatever is asked for there is answered with whether it is a certificate.
  const { code: _code, ...ids } = sent.asked.params ?? {};
  const named = Object.values(ids).find((value) => memory.deleted.has(value));
  if (isAllowed && named) faults.push(`served ${named}, which was deleted`);
  return faults;
}

/** A reply may say what was asked for. */
function withoutEcho(text: string, { asked }: Sent): string {
  const said = [...Object.values(asked.query ?? {}), ...Object.values(toRecord(asked.body))];
  return said
    .filter((value) => typeof value === 'string' && value.length > 3)
    .reduce<string>((rest, value) => rest.replaceAll(JSON.stringify(value).slice(1, -1), ''), text);
}

const toRecord = (value: unknown) =>
  (value && typeof value === 'object' ? value : {}) as Record<string, unknown>;

function isAccepted(call: Call, { text }: Sent): boolean {
  try {
    const value: unknown =
      text === undefined || text.trim() === '' ? {} : JSON.parse(text.replace(/^\ufeff/, ''));
    return call.body?.safeParse(value).success ?? true;
  } catch {
    return false;
  }
}

/** Tables in which a refused call wrote; calls that anybody may make count failed attempts. */
function leftBehind(call: Call, before: Record<string, number>, after: Record<string, number>): string[] {
  const tables = Object.keys(after).filter((name) => after[name] !== before[name] && !MAY_BE_NOTED.has(name));
  return tables.length === 0 ? [] : [`refused, and wrote to ${tables.join(', ')} (${call.access})`];
}

function remember(memory: Memory, sent: Sent, call: Call, world: World, answer: Answer): void {
  if (answer.status >= 300) return;
  const data = answer.isJson ? toRecord((JSON.parse(answer.text) as { data?: unknown }).data) : {};
  if (call.method === 'POST') {
    const ids = [data, ...Object.values(data).map(toRecord)].map(({ id }) => id);
    const id = ids.find((candidate) => typeof candidate === 'string');
    if (typeof id === 'string') memory.made.unshift(id);
  }
  const { id = '' } = sent.asked.params ?? {};
  if (
    /^\/(cohorts|leagues|weeks|sections|resources|specializations|badges|admin\/assignments)\/:id$/.test(
      call.path,
    )
  ) {
    if (call.method === 'DELETE') memory.deleted.add(id);
  }
  if (
    /role|scope|permissions|assign-leagues|pathfinder-leagues|approve|status/.test(call.path) &&
    call.method !== 'GET'
  ) {
    memory.areRightsChanged = true;
    const { userId, newStatus, status } = { ...sent.asked.params, ...toRecord(sent.asked.body) } as Record<
      string,
      unknown
    >;
    const target = world.callers.enrolled.person?.id;
    if (userId === target && /status$/.test(call.path)) {
      memory.isSuspended = (call.path.includes(':userId') ? status : newStatus) === 'SUSPENDED';
    }
  }
}
