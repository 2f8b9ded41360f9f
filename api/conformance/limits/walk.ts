import { notLike } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { type Call, pathOf } from '#contract/call.ts';
import { FAVICON_PATH } from '#contract/favicons.ts';
import { rateLimits } from '../../platform/db/schema/operations.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, signInPerson, TEST_PASSWORD } from '../../test/people.ts';

/** So small that every limit gives one call and no more. */
const ONE_OF_EACH = '0.000001';

/** The product where every limit is one call. */
export const openWalk = (): Promise<TestApp> => makeApp({ RATE_LIMIT_SCALE: ONE_OF_EACH });

let lastAddress = 0;
/** An address nobody has called from. */
const newAddress = () => {
  lastAddress += 1;
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
};

interface Asked {
  address: string;
  token?: string;
  body?: unknown;
}

/** The status of one request; 429 only in the agreed envelope and with a true wait. */
async function ask(
  api: TestApp,
  { method, path }: Pick<Call, 'method' | 'path'>,
  asked: Asked,
): Promise<number> {
  const response = await api.request(path, {
    method,
    address: asked.address,
    headers: {
      ...(asked.token ? { authorization: `Bearer ${asked.token}` } : {}),
      ...(asked.body ? { 'content-type': 'application/json' } : {}),
    },
    body: asked.body ? JSON.stringify(asked.body) : undefined,
  });
  if (response.status !== 429) {
    await response.body?.cancel();
    return response.status;
  }
  const body = (await response.json()) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after'));
  const isAgreed = body.success === false && body.code === 'TOO_MANY_REQUESTS' && body.retryAfter === wait;
  return isAgreed && Number.isInteger(wait) && wait > 0 && wait <= 3600 ? 429 : 0;
}

/** Three requests: one, one too many by the same subject, and one by another. What is wrong with the answers; null when nothing is. */
async function judge(name: string, requests: readonly (() => Promise<number>)[]): Promise<string | null> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push(await request());
  const [first, second, other] = statuses;
  return first !== 429 && second === 429 && other !== 429 ? null : `${name} answered ${statuses.join(', ')}`;
}

/** What is wrong with the limit of a call, told by its replies alone; null when it holds. */
export async function tryCall(api: TestApp, call: Call): Promise<string | null> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nowhere']);
  const route = { method: call.method, path: `/api${pathOf(call, Object.fromEntries(names))}` };
  const name = `${call.method} ${call.path}`;
  if (call.access === 'public') {
    const [address, elsewhere] = [newAddress(), newAddress()];
    return judge(
      name,
      [address, address, elsewhere].map((from) => () => ask(api, route, { address: from })),
    );
  }
  const [person, neighbour] = [await addPerson(api.db), await addPerson(api.db)];
  // An account is known by each of its sessions and wherever it calls from, and its neighbour behind the same address is not kept out.
  const [address, elsewhere] = [newAddress(), newAddress()];
  return judge(name, [
    () => ask(api, route, { token: person.token, address }),
    async () => {
      const { token } = await signInPerson(api.db, person.id);
      return ask(api, route, { token, address: elsewhere });
    },
    () => ask(api, route, { token: neighbour.token, address }),
  ]);
}

const signIn = { method: 'POST', path: '/api/auth/login' } as const;
const startProof = { method: 'POST', path: '/api/users/me/proof/options' } as const;
const refresh = { method: 'POST', path: '/api/auth/refresh' } as const;
const profile = { method: 'GET', path: '/api/auth/profile' } as const;

/** What is counted by more than the call's own account or address, each told by the replies. */
export const MORE: Record<string, (api: TestApp) => Promise<string | null>> = {
  'sign-ins of an account, from anywhere': async (api) => {
    const [person, other] = [await addPerson(api.db), await addPerson(api.db)];
    const from = (email: string) => () =>
      ask(api, signIn, { address: newAddress(), body: { email, password: TEST_PASSWORD } });
    return judge('sign-in', [from(person.email), from(person.email), from(other.email)]);
  },
  'sign-ins that fail use up nothing of their account': async (api) => {
    const { email } = await addPerson(api.db);
    const from = (password: string) => ask(api, signIn, { address: newAddress(), body: { email, password } });
    // Longer than a password can be, so refused without the cost of a comparison.
    const wrong = await from('x'.repeat(200));
    // What counts failures is not asked here.
    await api.db.delete(rateLimits).where(notLike(rateLimits.key, 'signIn:%'));
    const right = await from(TEST_PASSWORD);
    return right === 200 ? null : `sign-in answered ${wrong}, ${right}`;
  },
  'what a session asks for uses up no sign-in of its account': async (api) => {
    const { email, token } = await addPerson(api.db);
    const body = { email, password: TEST_PASSWORD };
    const asked = await ask(api, startProof, { address: newAddress(), token });
    const entered = await ask(api, signIn, { address: newAddress(), body });
    return asked !== 429 && entered === 200 ? null : `proof and sign-in answered ${asked}, ${entered}`;
  },
  'refreshes of a session, from anywhere': async (api) => {
    const open = async () => {
      const { email } = await addPerson(api.db);
      const reply = await api.call(login, {
        body: { email, password: TEST_PASSWORD },
        address: newAddress(),
      });
      return reply.body.data.refreshToken as string;
    };
    const [session, other] = [await open(), await open()];
    const from = (refreshToken: string) => () =>
      ask(api, refresh, { address: newAddress(), body: { refreshToken } });
    return judge('refresh', [from(session), from(session), from(other)]);
  },
  'calls without a token': async (api) => {
    const [address, elsewhere] = [newAddress(), newAddress()];
    return judge(
      'no token',
      [address, address, elsewhere].map((from) => () => ask(api, profile, { address: from })),
    );
  },
  'calls with a token that nobody has': async (api) => {
    const [address, elsewhere] = [newAddress(), newAddress()];
    return judge(
      'unknown token',
      [address, address, elsewhere].map(
        (from) => () => ask(api, profile, { address: from, token: 'A'.repeat(43) }),
      ),
    );
  },
  'calls of a suspended account': async (api) => {
    const { token } = await addPerson(api.db, { status: 'SUSPENDED' });
    const [address, elsewhere] = [newAddress(), newAddress()];
    return judge(
      'suspended account',
      [address, address, elsewhere].map((from) => () => ask(api, profile, { address: from, token })),
    );
  },
  'icons of sites': async (api) => {
    const icon = { method: 'GET', path: `/api${FAVICON_PATH.replace(':host', 'example.org')}` } as const;
    const [address, elsewhere] = [newAddress(), newAddress()];
    return judge(
      'icon',
      [address, address, elsewhere].map((from) => () => ask(api, icon, { address: from })),
    );
  },
};
