import { and, eq, sql } from 'drizzle-orm';
import {
  type MailRhythm,
  NEWS_ERRORS,
  NEWS_KINDS,
  type NewsChoices,
  type NewsChoicesBody,
  type NewsKind,
} from '#contract/news.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { newsChoices, newsReaders } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { canReach, KINDS } from './kinds.ts';

export async function isMailWanted(db: Database, userId: string, kind: NewsKind): Promise<boolean> {
  const [chosen] = await db
    .select({ isMailed: newsChoices.isMailed })
    .from(newsChoices)
    .where(and(eq(newsChoices.userId, userId), eq(newsChoices.kind, kind)));
  return (chosen ?? KINDS[kind]).isMailed;
}

export async function readChoices(db: Database, { id, role }: Actor): Promise<NewsChoices> {
  const rows = await db.select().from(newsChoices).where(eq(newsChoices.userId, id));
  const [reader] = await db.select().from(newsReaders).where(eq(newsReaders.userId, id));
  return {
    mailRhythm: (reader?.mailRhythm ?? 'DAILY') as MailRhythm,
    kinds: NEWS_KINDS.filter((kind) => canReach(kind, role)).map((kind) => {
      const { label, mail, isFixed = false } = KINDS[kind];
      const { isShown, isMailed } = rows.find((row) => row.kind === kind) ?? KINDS[kind];
      return { kind, label, isShown, isMailed, mail, isFixed };
    }),
  };
}

/** Throws NEWS_CHOICE_FIXED. */
export async function storeChoices(
  tx: Database,
  userId: string,
  { mailRhythm, kinds = [] }: NewsChoicesBody,
): Promise<void> {
  for (const { kind, ...chosen } of kinds) {
    const { isFixed, ...channels } = KINDS[kind];
    const { isShown = channels.isShown, isMailed = channels.isMailed } = chosen;
    if (isFixed && !(isShown && isMailed)) throw new ApiError(NEWS_ERRORS.NEWS_CHOICE_FIXED);
    await tx
      .insert(newsChoices)
      .values({ userId, kind, isShown, isMailed })
      .onConflictDoUpdate({ target: [newsChoices.userId, newsChoices.kind], set: { kind, ...chosen } });
  }
  if (mailRhythm) {
    await tx
      .insert(newsReaders)
      .values({ userId, mailRhythm })
      .onConflictDoUpdate({ target: newsReaders.userId, set: { mailRhythm, updatedAt: sql`now()` } });
  }
}

export function saveChoices(db: Database, actor: Actor, body: NewsChoicesBody): Promise<NewsChoices> {
  return inTransaction(db, async (tx) => {
    await storeChoices(tx, actor.id, body);
    return readChoices(tx, actor);
  });
}
