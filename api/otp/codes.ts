import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { OTP_ATTEMPTS_MAX, OTP_LENGTH, OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { isOneOf } from '../db/listing.ts';
import { oneTimeCodes } from '../db/schema/accounts.ts';
import { toApiError } from '../errors/api-error.ts';
import type { SecretKey } from '../process/secrets.ts';

/** Separate stores: a code of one kind is nothing to the other (docs/api.md 1.3). */
export type CodeKind = 'EMAIL_VERIFICATION' | 'PASSWORD_RESET' | 'EMAIL_CHANGE';

export type IssuedCode =
  | { issued: true; code: string; expiresAt: string }
  | { issued: false; secondsLeft: number };

interface RightCode {
  outcome: 'right';
  userId: string | null;
  newEmail: string | null;
  expiresAt: string;
  /** Gives back the guess that a right code cost. */
  giveBack(): Promise<void>;
}

export type CodeCheck =
  | RightCode
  | { outcome: 'wrong'; attemptsRemaining: number }
  | { outcome: 'spent' }
  | { outcome: 'none' };

/** What a code is for. A change of address names the present one and the new one, and is bound to both. */
interface CodeSubject {
  kind: CodeKind;
  email: string;
  newEmail?: string | null;
}

/** What is stored of a code is an HMAC with the server's key, bound to kind and address (docs/security.md P9). */
function toPurpose({ kind, email, newEmail }: CodeSubject): string {
  return newEmail ? `otp:${kind}:${email}>${newEmail}` : `otp:${kind}:${email}`;
}

/**
 * Makes a new code for an address and forgets the one before. Within `resendSeconds` of the last one nothing changes
 * and the earlier code stays valid. One statement, so of twenty requests at once one gets a code
 * (docs/security.md P10). `userId` null makes a code that no one is told: unknown addresses leave the same traces as
 * known ones. `askedFrom` is the browser, or else the network, that asked; null for a code of signed-in people.
 */
export async function issueCode(
  db: Database,
  secret: SecretKey,
  {
    kind,
    email,
    newEmail = null,
    userId,
    resendSeconds,
    askedFrom = null,
  }: CodeSubject & { userId: string | null; resendSeconds: number; askedFrom?: string | null },
): Promise<IssuedCode> {
  const code = String(randomInt(0, 10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const codeHash = secret.sign(toPurpose({ kind, email, newEmail }), code);
  const [row] = await queryRows<{ expires_at: string }>(
    db,
    sql`
      insert into one_time_codes as c
        (kind, email, new_email, user_id, code_hash, attempts, asked_from, expires_at, created_at)
      values (${kind}, ${email}, ${newEmail}, ${userId}, ${codeHash}, 0, ${askedFrom},
              now() + ${OTP_LIFETIME_MINUTES} * interval '1 minute', now())
      on conflict (kind, email) do update set
        new_email = excluded.new_email, user_id = excluded.user_id, code_hash = excluded.code_hash, attempts = 0, used_at = null,
        asked_from = excluded.asked_from, expires_at = excluded.expires_at, created_at = excluded.created_at
      where c.created_at <= now() - ${resendSeconds} * interval '1 second'
      returning expires_at`,
  );
  if (row) return { issued: true, code, expiresAt: toIso(row.expires_at) };
  const [waiting] = await queryRows<{ seconds: number }>(
    db,
    sql`
      select ceil(extract(epoch from created_at + ${resendSeconds} * interval '1 second' - now()))::int as seconds
      from one_time_codes where kind = ${kind} and email = ${email}`,
  );
  return { issued: false, secondsLeft: Math.min(resendSeconds, Math.max(1, Number(waiting?.seconds ?? 1))) };
}

interface CodeRow {
  code_hash: string;
  attempts: number;
  user_id: string | null;
  new_email: string | null;
  expires_at: string;
}

interface Guess {
  kind: CodeKind;
  email: string;
  code: string;
}

/**
 * Counts a guess of whoever asked for the code and then compares, in this order and in one statement, so that no burst
 * gets more than five guesses (docs/security.md P6). A right code is not used up here: `useCode` does that, or its
 * `giveBack` returns the guess. `origins` are the browser and the network that guess; a code that names who asked for
 * it leaves the guesses of others to `elsewhere`, so that they use up none of the asker's.
 */
export async function checkCode(
  db: Database,
  secret: SecretKey,
  { kind, email, code }: Guess,
  {
    origins = [],
    elsewhere,
  }: { origins?: readonly string[]; elsewhere?: (code: GuessedElsewhere) => Promise<CodeCheck> } = {},
): Promise<CodeCheck> {
  const isLive = sql`kind = ${kind} and email = ${email} and used_at is null and expires_at > now()`;
  const isAskers = sql`(asked_from is null or ${isOneOf(oneTimeCodes.askedFrom, origins)})`;
  const [row] = await queryRows<CodeRow>(
    db,
    sql`
      update one_time_codes set attempts = attempts + 1 where ${isLive} and ${isAskers} and attempts < ${OTP_ATTEMPTS_MAX}
      returning code_hash, attempts, user_id, new_email, expires_at`,
  );
  if (row) {
    return compare(row, OTP_ATTEMPTS_MAX - Number(row.attempts), async () => {
      // A newer code keeps its own guesses.
      await db.execute(sql`
        update one_time_codes set attempts = greatest(attempts - 1, 0)
        where kind = ${kind} and email = ${email} and code_hash = ${row.code_hash}`);
    });
  }
  const [waiting] = await queryRows<CodeRow & { is_askers: boolean }>(
    db,
    sql`
      select code_hash, attempts, user_id, new_email, expires_at, ${isAskers} as is_askers
      from one_time_codes where ${isLive}`,
  );
  if (!waiting) return { outcome: 'none' };
  if (waiting.is_askers || !elsewhere) return { outcome: 'spent' };
  return elsewhere({
    codeHash: waiting.code_hash,
    userId: waiting.user_id,
    compare: (left, giveBack) => compare(waiting, left, giveBack),
  });

  function compare(live: CodeRow, attemptsRemaining: number, giveBack: () => Promise<void>): CodeCheck {
    if (!secret.verify(toPurpose({ kind, email, newEmail: live.new_email }), code, live.code_hash)) {
      return { outcome: 'wrong', attemptsRemaining };
    }
    return {
      outcome: 'right',
      userId: live.user_id,
      newEmail: live.new_email,
      expiresAt: toIso(live.expires_at),
      giveBack,
    };
  }
}

/** A live code that somebody tries who did not ask for it. Count the guess before `compare`. */
export interface GuessedElsewhere {
  codeHash: string;
  userId: string | null;
  compare(attemptsRemaining: number, giveBack: () => Promise<void>): CodeCheck;
}

const isFaultOfOurs = (error: unknown) => toApiError(error).status >= 500;

/**
 * Does what a right code was sent for. An error that the sender is not to pay for gives the guess back, or five honest
 * tries would use the code up while this server is too busy.
 */
export async function orGiveBack<Result>(
  { giveBack }: RightCode,
  work: () => Promise<Result>,
  isForgiven: (error: unknown) => boolean = isFaultOfOurs,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Where this fails as well, the guess stays counted; what is told is what failed first.
    if (isForgiven(error)) await giveBack().catch(() => {});
    throw error;
  }
}

/** Uses a right code up; false when another request was first (docs/security.md P8). */
export async function useCode(
  db: Database,
  secret: SecretKey,
  { kind, email, newEmail, code }: CodeSubject & { code: string },
): Promise<boolean> {
  const hashes = secret.signatures(toPurpose({ kind, email, newEmail }), code);
  const rows = await queryRows(
    db,
    sql`
      update one_time_codes set used_at = now()
      where kind = ${kind} and email = ${email} and code_hash in ${hashes}
        and used_at is null and expires_at > now()
      returning kind`,
  );
  return rows.length === 1;
}

/** When the last code that is out now ends, whichever key signed it; null when none is out. */
export async function lastCodeEnds(db: Database): Promise<string | null> {
  const [row] = await queryRows<{ ends: string | null }>(
    db,
    sql`select max(expires_at) as ends from one_time_codes where used_at is null and expires_at > now()`,
  );
  return row?.ends ? toIso(row.ends) : null;
}

export interface PendingCode {
  isPending: boolean;
  newEmail: string | null;
  createdAt: string | null;
  expiresAt: string | null;
}

/** Whether a live code is waiting for an address; the same for known and unknown ones. */
export async function readPendingCode(db: Database, kind: CodeKind, email: string): Promise<PendingCode> {
  const [row] = await queryRows<{ created_at: string; expires_at: string; new_email: string | null }>(
    db,
    sql`
      select created_at, expires_at, new_email from one_time_codes
      where kind = ${kind} and email = ${email} and used_at is null and expires_at > now()
        and attempts < ${OTP_ATTEMPTS_MAX}`,
  );
  if (!row) return { isPending: false, newEmail: null, createdAt: null, expiresAt: null };
  return {
    isPending: true,
    newEmail: row.new_email,
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
  };
}

/** Voids the code of a kind for an address, as if it had never been asked for. */
export async function forgetCodes(db: Database, kind: CodeKind, email: string): Promise<void> {
  await db.execute(sql`delete from one_time_codes where kind = ${kind} and email = ${email}`);
}
