import { sql } from 'drizzle-orm';
import { NEWS_ERRORS, NEWS_KINDS, type NewsKind } from '#contract/news.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Deps } from '../../platform/http/router.ts';
import { isSignedFor, splitToken, toToken } from '../../platform/process/link-token.ts';
import type { SecretKey } from '../../platform/process/secrets.ts';
import { KINDS } from './kinds.ts';

/** What a link stops: the collecting mail, or the mail of one kind. */
export type MailTopic = 'DIGEST' | NewsKind;

const TOPICS: readonly MailTopic[] = ['DIGEST', ...NEWS_KINDS];
const PURPOSE = 'unsubscribe';

export function toUnsubscribeToken(
  secret: SecretKey,
  { userId, topic }: { userId: string; topic: MailTopic },
): string {
  return toToken(secret, PURPOSE, `${topic} ${userId}`, userId);
}

function readToken(secret: SecretKey, token: string): { userId: string; topic: MailTopic } {
  const { signature, id: userId } = splitToken(token);
  const topic = TOPICS.find((known) => isSignedFor(secret, PURPOSE, `${known} ${userId}`, signature));
  if (!topic) throw new ApiError(NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID);
  return { userId, topic };
}

/** Answers the same for an account that is gone. Throws UNSUBSCRIBE_LINK_INVALID. */
export async function stopMail(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  token: string,
): Promise<{ stopped: string }> {
  const { userId, topic } = readToken(secret, token);
  await inTransaction(db, (tx) =>
    tx.execute(
      topic === 'DIGEST'
        ? sql`insert into news_readers (user_id, mail_rhythm) select id, 'NEVER' from users where id = ${userId}
            on conflict (user_id) do update set mail_rhythm = 'NEVER', updated_at = now()`
        : sql`insert into news_choices (user_id, kind, is_shown, is_mailed)
            select id, ${topic}::text, ${KINDS[topic].isShown}::boolean, false from users where id = ${userId}
            on conflict (user_id, kind) do update set is_mailed = false`,
    ),
  );
  return { stopped: topic === 'DIGEST' ? 'Mail that collects your news' : KINDS[topic].label };
}
