import { and, eq, or } from 'drizzle-orm';
import { addNews } from '../community/news/news.ts';
import { mayRead } from '../platform/access/league-scope.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { newsChoices } from '../platform/db/schema/community.ts';
import type { Deps } from '../platform/http/router.ts';
import { activityOf, presentActivity } from './activity-year.ts';

/** Adds news for those who chose it and whose streak ends tonight, once a day. */
export async function addStreakNews({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const chosen = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(newsChoices, and(eq(newsChoices.userId, users.id), eq(newsChoices.kind, 'STREAK_ENDS')))
    .where(and(mayRead, or(newsChoices.isShown, newsChoices.isMailed)));
  for (const { id } of chosen) {
    const [found] = await db
      .select({ activity: activityOf(config.TIME_ZONE) })
      .from(users)
      .where(eq(users.id, id));
    if (!found) continue;
    const { today, streak } = presentActivity(found.activity);
    if (!streak?.days || streak.isTodayDone || streak.restsToday) continue;
    await addNews(db, 'STREAK_ENDS', [id], { days: streak.days }, `streak:${id}:${today}`);
  }
}
