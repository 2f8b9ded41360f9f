import { expect } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { Call } from '#contract/call.ts';
import {
  addPasskey,
  loginWithPasskey,
  proveIdentity,
  startPasskey,
  startPasskeyLogin,
  startProof,
} from '#contract/passkeys.ts';
import type { Database } from '../platform/db/client.ts';
import { sessions } from '../platform/db/schema/accounts.ts';
import { Authenticator, type Tampering } from './authenticator.ts';
import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';

/** Where the passkeys of these tests belong to. */
export const PASSKEY_SITE = 'https://league.example';

/** Lets the proof of a session be older than five minutes, however it was given. */
export async function age(app: TestApp, sessionId: string) {
  await app.db.execute(sql`update sessions set proven_at = now() - interval '301 seconds',
    passkey_proven_at = passkey_proven_at - interval '301 seconds' where id = ${sessionId}`);
}

/** Gives a person a passkey through the calls of the site. */
export async function enrol(app: TestApp, { token }: Pick<Person, 'token'>, site = PASSKEY_SITE) {
  const authenticator = new Authenticator(site);
  const options = (await app.call(startPasskey, { token })).body.data;
  const body = { name: 'Key', credential: authenticator.create(options) };
  const reply = await app.call(addPasskey, { token, body });
  expect([reply.status, reply.body.error]).toEqual([201, undefined]);
  const { recoveryCodes: codes, passkey } = reply.body.data;
  return { authenticator, codes: codes as string[], id: passkey.id as string };
}

/** Tries to sign in with a passkey; answers whatever comes. */
export async function trySignIn(app: TestApp, authenticator: Authenticator, tampering?: Tampering) {
  const options = (await app.call(startPasskeyLogin)).body.data;
  return app.call(loginWithPasskey, { body: { credential: authenticator.get(options, tampering) } });
}

/** Signs in with a passkey; answers the access token. */
export async function signIn(app: TestApp, authenticator: Authenticator): Promise<string> {
  const reply = await trySignIn(app, authenticator);
  expect(reply.status).toBe(200);
  return reply.body.data.accessToken;
}

/** Proves in a session who its person is; answers the status. */
export async function prove(app: TestApp, token: string, authenticator: Authenticator): Promise<number> {
  const { options } = (await app.call(startProof, { token })).body.data;
  const credential = authenticator.get(options);
  return (await app.call(proveIdentity, { token, body: { credential } })).status;
}

/** Makes every session of a person one that was signed in by passkey, as recently as it was signed in. */
export async function markProvenByPasskey(db: Database, userId: string) {
  await db.update(sessions).set({ passkeyProvenAt: sql`proven_at` }).where(eq(sessions.userId, userId));
}

/** Calls with nothing that is there, to see what is asked for first. */
export async function answerTo(
  app: TestApp,
  token: string,
  call: Pick<Call, 'method' | 'path'>,
  body: Record<string, unknown> = {},
) {
  const params = Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 'none']),
  );
  const asked = { token, params, body: call.method === 'GET' ? undefined : body };
  const reply = await app.call(call, asked);
  return { status: reply.status, code: reply.body?.code as string | undefined, body: reply.body };
}
