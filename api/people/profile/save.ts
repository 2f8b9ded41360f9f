import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/call.ts';
import { PUBLIC_PROFILE_ERRORS, type savePublicProfile } from '#contract/public-profile.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import type { Database } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { publicProfileProjects, publicProfiles } from '../../platform/db/schema/people.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { product } from '../../platform/process/product.ts';
import { randomText } from '../../platform/process/secrets.ts';

const RANDOM_LENGTH = 10;
/** None that look alike. */
const SIGNS = 'abcdefghjkmnpqrstvwxyz23456789';

const { ADDRESS_TAKEN, PROJECT_NOT_FOUND } = PUBLIC_PROFILE_ERRORS;

/** Throws ADDRESS_TAKEN, PROJECT_NOT_FOUND. */
export async function savePage(
  tx: Database,
  userId: string,
  { address, about = null, projectIds, ...choices }: BodyOf<typeof savePublicProfile>,
  requestInfo?: RequestInfo,
): Promise<void> {
  if (address && (await isMemberNumber(tx, address))) throw new ApiError(ADDRESS_TAKEN);
  const set = { ...choices, about, ...(address ? { address } : {}) };
  await refuseDuplicate('public_profiles_address_key', ADDRESS_TAKEN, () =>
    tx
      .insert(publicProfiles)
      .values({ address: randomText(SIGNS, RANDOM_LENGTH), ...set, userId })
      .onConflictDoUpdate({ target: publicProfiles.userId, set: { ...set, updatedAt: sql`now()` } }),
  );

  const ids = [...new Set(projectIds)];
  const isApproved = and(eq(submissions.userId, userId), eq(submissions.status, 'APPROVED'));
  const own = await tx
    .select({ submissionId: submissions.id, userId: submissions.userId })
    .from(submissions)
    .where(and(isApproved, inArray(submissions.id, ids)));
  if (own.length < ids.length) throw new ApiError(PROJECT_NOT_FOUND);
  await tx.delete(publicProfileProjects).where(eq(publicProfileProjects.userId, userId));
  if (own.length > 0) await tx.insert(publicProfileProjects).values(own);

  await recordOwnAudit(tx, userId, 'PUBLIC_PAGE_SAVED', requestInfo, { isPublic: choices.isPublic });
}

/** Member numbers that are yet to come count, so that a refusal tells nothing about an account. */
async function isMemberNumber(tx: Database, address: string): Promise<boolean> {
  const plain = address.replaceAll('-', '');
  const prefix = product.olPrefix.toLowerCase();
  if (plain.startsWith(prefix) && /^\d{9,}$/.test(plain.slice(prefix.length))) return true;
  const isIt = sql`replace(lower(${users.olid}), '-', '') = ${plain}`;
  return (await tx.$count(users, isIt)) > 0;
}
