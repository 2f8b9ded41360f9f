import { randomInt } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { OTP_ATTEMPTS_MAX, OTP_LENGTH, OTP_LIFETIME_MINUTES, RESET_LINK_HOURS } from '#contract/constants.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { recordFailure } from '../../platform/audit/sign-in-failures.ts';
import { type Database, queryRows, toIso } from '../../platform/db/client.ts';
import { isOneOf } from '../../platform/db/paging.ts';
import { oneTimeCodes } from '../../platform/db/schema/accounts.ts';
import { ApiError, toApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createToken, hashToken, type SecretKey } from '../../platform/process/secrets.ts';

export type CodeKind = 'EMAIL_VERIFICATION' | 'PASSWORD_RESET' | 'EMAIL_CHANGE' | 'EVENT_GUEST';

export type IssuedCode =
  | { issued: true; code: string; token: string; expiresAt: string }
  | { issued: false; secondsLeft: number };

export interface RightCode {
  outcome: 'right';
  userId: string | null;
  newEmail: string | null;
  expiresAt: string;
  /** Returns the guess that a right code cost. */
  refundGuess(): Promise<void>;
}

export type CodeCheck =
  | RightCode
  | { outcome: 'wrong' | 'spent'; attemptsRemaining: number }
  | { outcome: 'none' };

export interface CodeSubject {
  kind: CodeKind;
  email: string;
  newEmail?: string | null;
}

/** The stored HMAC is bound to kind and address (docs/security.md P9). */
function toPurpose({ kind, email, newEmail }: CodeSubject): string {
  return newEmail ? `otp:${kind}:${email}>${newEmail}` : `otp:${kind}:${email}`;
}

function toRowKeys(secret: SecretKey, kind: CodeKind, email: string): string[] {
  return kind === 'PASSWORD_RESET' ? secret.signatures('reset-address', email) : [email];
}

const isRow = (secret: SecretKey, { kind, email }: CodeSubject): SQL =>
  sql`kind = ${kind} and ${isOneOf(oneTimeCodes.email, toRowKeys(secret, kind, email))}`;

// The link outlives its code: strangers may use up the day's codes, and the newest link still lets the owner in.
const isLinkLive = (token: string): SQL =>
  sql`link_hash = ${hashToken(token)} and used_at is null and created_at > now() - ${RESET_LINK_HOURS} * interval '1 hour'`;

/**
 * Voids earlier codes and links; within `resendSeconds` nothing changes. A single statement, so that twenty concurrent
 * requests create one code (docs/security.md P10).
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
  }: CodeSubject & { userId: string | null; resendSeconds: number },
): Promise<IssuedCode> {
  const code = String(randomInt(0, 10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const token = createToken();
  const codeHash = secret.sign(toPurpose({ kind, email, newEmail }), code);
  const linkHash = kind === 'PASSWORD_RESET' ? hashToken(token) : null;
  const [key, ...olderKeys] = toRowKeys(secret, kind, email);
  const older = sql`kind = ${kind} and ${isOneOf(oneTimeCodes.email, olderKeys)}`;
  if (olderKeys.length > 0) {
    await db.execute(sql`
      update one_time_codes set email = ${key} where ${older}
        and not exists (select 1 from one_time_codes where kind = ${kind} and email = ${key})`);
  }
  const [row] = await queryRows<{ expires_at: string | Date }>(
    db,
    sql`
      insert into one_time_codes as c
        (kind, email, new_email, user_id, code_hash, link_hash, attempts, expires_at, created_at)
      values (${kind}, ${key}, ${newEmail}, ${userId}, ${codeHash}, ${linkHash}, 0,
              now() + ${OTP_LIFETIME_MINUTES} * interval '1 minute', now())
      on conflict (kind, email) do update set
        new_email = excluded.new_email, user_id = excluded.user_id, code_hash = excluded.code_hash,
        link_hash = excluded.link_hash, attempts = 0, used_at = null,
        expires_at = excluded.expires_at, created_at = excluded.created_at
      where c.created_at <= now() - ${resendSeconds} * interval '1 second'
      returning expires_at`,
  );
  if (row) return { issued: true, code, token, expiresAt: toIso(row.expires_at) };
  const [waiting] = await queryRows<{ seconds: number }>(
    db,
    sql`
      select ceil(extract(epoch from created_at + ${resendSeconds} * interval '1 second' - now()))::int as seconds
      from one_time_codes where kind = ${kind} and email = ${key}`,
  );
  return { issued: false, secondsLeft: Math.min(resendSeconds, Math.max(1, Number(waiting?.seconds ?? 1))) };
}

interface CodeRow {
  code_hash: string;
  attempts: number;
  user_id: string | null;
  new_email: string | null;
  expires_at: string | Date;
}

/** Counts a guess and compares in one statement, so that no burst gets more than five guesses (docs/security.md P6). */
export async function checkCode(
  db: Database,
  secret: SecretKey,
  { kind, email, code }: CodeSubject & { code: string },
): Promise<CodeCheck> {
  const isLive = sql`${isRow(secret, { kind, email })} and used_at is null and expires_at > now()`;
  const [row] = await queryRows<CodeRow>(
    db,
    sql`
      update one_time_codes set attempts = attempts + 1 where ${isLive} and attempts < ${OTP_ATTEMPTS_MAX}
      returning code_hash, attempts, user_id, new_email, expires_at`,
  );
  if (!row) {
    const [spent] = await queryRows(db, sql`select kind from one_time_codes where ${isLive}`);
    return spent ? { outcome: 'spent', attemptsRemaining: 0 } : { outcome: 'none' };
  }
  if (!secret.verify(toPurpose({ kind, email, newEmail: row.new_email }), code, row.code_hash)) {
    return { outcome: 'wrong', attemptsRemaining: OTP_ATTEMPTS_MAX - Number(row.attempts) };
  }
  return {
    outcome: 'right',
    userId: row.user_id,
    newEmail: row.new_email,
    expiresAt: toIso(row.expires_at),
    refundGuess: async () => {
      // A newer code keeps its own guesses.
      await db.execute(sql`
        update one_time_codes set attempts = greatest(attempts - 1, 0)
        where ${isRow(secret, { kind, email })} and code_hash = ${row.code_hash}`);
    },
  };
}

export async function checkResetLink(
  db: Database,
  secret: SecretKey,
  { email, token }: { email: string; token: string },
): Promise<CodeCheck> {
  const [row] = await queryRows<{ ends: string | Date }>(
    db,
    sql`
      select created_at + ${RESET_LINK_HOURS} * interval '1 hour' as ends from one_time_codes
      where ${isRow(secret, { kind: 'PASSWORD_RESET', email })} and ${isLinkLive(token)}`,
  );
  if (!row) return { outcome: 'none' };
  return {
    outcome: 'right',
    userId: null,
    newEmail: null,
    expiresAt: toIso(row.ends),
    refundGuess: async () => {},
  };
}

/** Records a failure of any other outcome, and throws its error. */
export async function requireRightCode(
  db: Database,
  check: CodeCheck,
  failure: { actorId: string | null; targetUserId: string | null; kind: CodeKind; requestInfo: RequestInfo },
  errors: Record<Exclude<CodeCheck['outcome'], 'right'>, ErrorDefinition>,
): Promise<RightCode> {
  if (check.outcome === 'right') return check;
  const { kind, ...who } = failure;
  await recordFailure(db, { ...who, action: 'CODE_FAILED', metadata: { kind } });
  const { outcome, ...data } = check;
  throw new ApiError(errors[outcome], outcome === 'none' ? {} : { extras: { data } });
}

const isFaultOfOurs = (error: unknown) => toApiError(error).status >= 500;

/** Returns the guess if the server fails, so that honest tries do not use the code up. */
export async function refundGuessOnError<Result>(
  { refundGuess }: RightCode,
  work: () => Promise<Result>,
  isForgiven: (error: unknown) => boolean = isFaultOfOurs,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isForgiven(error)) await refundGuess().catch(() => {});
    throw error;
  }
}

/** Returns false when another request was first (docs/security.md P8). */
export async function useCode(
  db: Database,
  secret: SecretKey,
  { kind, email, newEmail, ...proof }: CodeSubject & ({ code: string } | { token: string }),
): Promise<boolean> {
  const isRight =
    'token' in proof
      ? isLinkLive(proof.token)
      : sql`${isOneOf(oneTimeCodes.codeHash, secret.signatures(toPurpose({ kind, email, newEmail }), proof.code))}
          and used_at is null and expires_at > now()`;
  const rows = await queryRows(
    db,
    sql`
      update one_time_codes set used_at = now()
      where ${isRow(secret, { kind, email })} and ${isRight} returning kind`,
  );
  return rows.length === 1;
}

export async function lastCodeEnds(db: Database): Promise<string | null> {
  const [row] = await queryRows<{ ends: string | Date | null }>(
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

/** Answers alike for known and unknown addresses. */
export async function readPendingCode(
  db: Database,
  secret: SecretKey,
  kind: CodeKind,
  email: string,
): Promise<PendingCode> {
  const [row] = await queryRows<{
    created_at: string | Date;
    expires_at: string | Date;
    new_email: string | null;
  }>(
    db,
    sql`
      select created_at, expires_at, new_email from one_time_codes
      where ${isRow(secret, { kind, email })} and used_at is null and expires_at > now()
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

export async function forgetResetCode(db: Database, secret: SecretKey, email: string): Promise<void> {
  await db.execute(sql`delete from one_time_codes where ${isRow(secret, { kind: 'PASSWORD_RESET', email })}`);
}

export async function forgetCodes(db: Database, secret: SecretKey, email: string): Promise<void> {
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.email, email));
  await forgetResetCode(db, secret, email);
}
