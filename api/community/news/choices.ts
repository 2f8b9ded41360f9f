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

type Channels = Pick<typeof newsChoices.$inferSelect, 'isShown' | 'isMailed'>;

export async function isMailWanted(db: Database, userId: string, kind: NewsKind): Promise<boolean> {
  const [chosen] = await db
    .select({ isMailed: newsChoices.isMailed })
    .from(newsChoices)
    .where(and(eq(newsChoices.userId, userId), eq(newsChoices.kind, kind)));
  return (chosen ?? KINDS[kind]).isMailed;
}

async function listChosen(db: Database, userId: string): Promise<Map<string, Channels>> {
  const rows = await db.select().from(newsChoices).where(eq(newsChoices.userId, userId));
  return new Map(rows.map((row) => [row.kind, row]));
}

export async function readChoices(db: Database, { id, role }: Actor): Promise<NewsChoices> {
  const chosen = await listChosen(db, id);
  const [reader] = await db
    .select({ mailRhythm: newsReaders.mailRhythm })
    .from(newsReaders)
    .where(eq(newsReaders.userId, id));
  return {
    mailRhythm: (reader?.mailRhythm ?? 'DAILY') as MailRhythm,
    kinds: NEWS_KINDS.filter((kind) => canReach(kind, role)).map((kind) => {
      const { label, mail, isFixed = false } = KINDS[kind];
      const { isShown, isMailed } = chosen.get(kind) ?? KINDS[kind];
      return { kind, label, isShown, isMailed, mail, isFixed };
    }),
  };
}

/** Throws NEWS_CHOICE_FIXED. */
export async function saveChoices(
  db: Database,
  actor: Actor,
  { mailRhythm, kinds = [] }: NewsChoicesBody,
): Promise<NewsChoices> {
  return inTransaction(db, async (tx) => {
    const chosen = await listChosen(tx, actor.id);
    for (const { kind, ...changed } of kinds) {
      const channels = chosen.get(kind) ?? KINDS[kind];
      const { isShown = channels.isShown, isMailed = channels.isMailed } = changed;
      if (KINDS[kind].isFixed && !(isShown && isMailed)) throw new ApiError(NEWS_ERRORS.NEWS_CHOICE_FIXED);
      if (isShown === channels.isShown && isMailed === channels.isMailed) continue;
      chosen.set(kind, { isShown, isMailed });
      await tx
        .insert(newsChoices)
        .values({ userId: actor.id, kind, isShown, isMailed })
        .onConflictDoUpdate({ target: [newsChoices.userId, newsChoices.kind], set: { isShown, isMailed } });
    }
    if (mailRhythm) {
      await tx
        .insert(newsReaders)
        .values({ userId: actor.id, mailRhythm })
        .onConflictDoUpdate({ target: newsReaders.userId, set: { mailRhythm, updatedAt: sql`now()` } });
    }
    return readChoices(tx, actor);
  });
}
