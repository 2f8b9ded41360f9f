import { eq } from 'drizzle-orm';
import { NEWS_ERRORS, NEWS_KINDS, type NewsKind } from '#contract/news.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Deps } from '../../platform/http/router.ts';
import { isSignedFor, splitToken, toToken } from '../../platform/process/link-token.ts';
import type { SecretKey } from '../../platform/process/secrets.ts';
import { storeChoices } from './choices.ts';
import { KINDS } from './kinds.ts';

/** What a link stops: the collecting mail, or the mail of one kind. */
export type MailTopic = 'DIGEST' | NewsKind;

const TOPICS: readonly MailTopic[] = ['DIGEST', ...NEWS_KINDS];
const PURPOSE = 'unsubscribe';

export const toUnsubscribeToken = (secret: SecretKey, topic: MailTopic, userId: string) =>
  toToken(secret, PURPOSE, `${topic} ${userId}`, userId);

/** Answers the same for an account that is gone. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function stopMail(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  token: string,
): Promise<{ stopped: string }> {
  const { signature, id: userId } = splitToken(token);
  const topic = TOPICS.find((known) => isSignedFor(secret, PURPOSE, `${known} ${userId}`, signature));
  if (!topic) throw new ApiError(NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID);
  await inTransaction(db, async (tx) => {
    const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    const choice =
      topic === 'DIGEST' ? { mailRhythm: 'NEVER' as const } : { kinds: [{ kind: topic, isMailed: false }] };
    if (found.length > 0) await storeChoices(tx, userId, choice);
  });
  return { stopped: topic === 'DIGEST' ? 'Mail that collects your news' : KINDS[topic].label };
}
