import { getVerificationStatus } from '#contract/otp.ts';
import type { MigrationStatus } from '#contract/profile-migration.ts';
import { getMigrationStatus } from '#contract/profile-migration.ts';
import { ApiFailure, callApi, callApiForReply } from '../http/api.ts';
import { readTokens } from '../http/tokens.ts';

/** Steps the account must complete before the signed-in area opens. */
export interface Flow {
  needsMigration: boolean;
  emailVerified: boolean;
  isV2User: boolean;
}

/** Used when the check fails: the gate opens and the API decides. */
export const FAILED_FLOW: Flow = { needsMigration: false, emailVerified: true, isV2User: true };

export function toFlow(status: Partial<MigrationStatus>): Flow {
  return {
    needsMigration: status.needsMigration === true || status.requiresMigration === true,
    emailVerified: status.emailVerified !== false,
    isV2User: status.isV2User === true || status.migratedToV2 === true,
  };
}

export function fetchMigrationStatus(): Promise<MigrationStatus> {
  return withErrorText('Failed to check migration status', () => callApi(getMigrationStatus));
}

export function fetchEmailVerified(): Promise<boolean> {
  return withErrorText('Failed to check verification status', async () => {
    const { emailVerified, data } = await callApiForReply(getVerificationStatus);
    return (emailVerified ?? data?.emailVerified) === true;
  });
}

/** Never throws: a failed check counts as verified. */
export function checkEmailVerified(): Promise<boolean> {
  return fetchEmailVerified().catch(() => true);
}

/** Never throws: a failed check counts as migrated and verified. */
export function checkFlow(): Promise<Flow> {
  return fetchMigrationStatus().then(toFlow, () => FAILED_FLOW);
}

/** Throws an Error with the text to show. Makes no request when signed out. */
export async function withErrorText<Result>(fallback: string, ask: () => Promise<Result>): Promise<Result> {
  if (!readTokens().accessToken) throw new Error('No access token found');
  try {
    return await ask();
  } catch (error) {
    throw new Error(serverText(error) ?? fallback, { cause: error });
  }
}

export function serverText(error: unknown): string | null {
  const text = error instanceof ApiFailure && error.kind === 'refused' ? error.reply?.error : null;
  return typeof text === 'string' && text ? text : null;
}

export function causeOf(error: unknown): ApiFailure | null {
  return error instanceof Error && error.cause instanceof ApiFailure ? error.cause : null;
}
