import { and, eq, sql } from 'drizzle-orm';
import { oneTimeCodes } from '../platform/db/schema/accounts.ts';
import { isCodeKind } from '../platform/mail/kinds.ts';
import { listStoredMessages } from '../platform/mail/outbox.ts';
import type { TestApp } from './make-app.ts';

/** The code of the newest message with one to an address, as its reader sees it. Throws when there is none. */
export async function mailedCode(
  api: Pick<TestApp, 'db' | 'secret' | 'config' | 'log'>,
  to: string,
): Promise<string> {
  const message = (await listStoredMessages(api)).find(
    ({ to: reader, kind }) => reader === to && isCodeKind(kind),
  );
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${to}`);
  return code;
}

/** What the row of a code has as its `email`. */
export function codeRowOf({ secret }: Pick<TestApp, 'secret'>, kind: string, email: string): string {
  return kind === 'PASSWORD_RESET' ? secret.sign('reset-address', email) : email;
}

/** The token in the link of the newest reset mail to an address. */
export async function mailedLink(
  api: Pick<TestApp, 'db' | 'secret' | 'config' | 'log'>,
  to: string,
): Promise<string | undefined> {
  const mails = await listStoredMessages(api);
  const mail = mails.find(({ to: reader, kind }) => reader === to && kind === 'PASSWORD_RESET');
  return /token=([^\s&"]+)/.exec(mail?.text ?? '')?.[1];
}

/** Any code but this one. */
export function wrongFor(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Lets time pass for the code of one address, so that waiting need not be waited for. */
export async function ageCode(
  api: Pick<TestApp, 'db' | 'secret'>,
  kind: string,
  email: string,
  seconds: number,
): Promise<void> {
  await api.db
    .update(oneTimeCodes)
    .set({
      createdAt: sql`${oneTimeCodes.createdAt} - ${seconds} * interval '1 second'`,
      expiresAt: sql`${oneTimeCodes.expiresAt} - ${seconds} * interval '1 second'`,
    })
    .where(and(eq(oneTimeCodes.kind, kind), eq(oneTimeCodes.email, codeRowOf(api, kind, email))));
}
