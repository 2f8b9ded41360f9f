import { and, eq, sql } from 'drizzle-orm';
import * as calls from '#contract/calendar.ts';
import { pathOf } from '#contract/call.ts';
import { mayRead } from '../../platform/access/league-scope.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { FileReply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { toSiteOrigin } from '../../platform/http/share-links.ts';
import { isSignedFor, splitToken, toToken } from '../../platform/process/link-token.ts';
import { calendarOf, presentEntries } from './entries.ts';
import { toFeed } from './feed.ts';

const PURPOSE = 'calendar';
const ENDING = '.ics';
const toSigned = (id: string, version: number) => `${version} ${id}`;

export function calendarRoutes(router: ApiRouter): void {
  const { db, config, secret: key } = router.deps;
  const own = () => calendarOf(config.TIME_ZONE);
  const toFeedPath = (id: string, version: number) => {
    const secret = toToken(key, PURPOSE, toSigned(id, version), id) + ENDING;
    return `/api${pathOf(calls.getCalendarFeed, { secret })}`;
  };

  router.serveOwn(calls.getCalendar, own, async ({ actor, own: { entries, version } }) => ({
    entries: presentEntries(entries),
    timeZone: config.TIME_ZONE,
    feedPath: toFeedPath(actor.id, version),
  }));

  router.serve(calls.renewCalendarFeed, ({ actor }) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx
        .update(users)
        .set({ calendarVersion: sql`${users.calendarVersion} + 1` })
        .where(eq(users.id, actor.id))
        .returning({ version: users.calendarVersion });
      return { feedPath: toFeedPath(actor.id, row?.version ?? 0) };
    }),
  );

  const find = db
    .select({ own: own() })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), mayRead))
    .prepare('calendar_feed');
  router.servePublic(calls.getCalendarFeed, async ({ params: { secret } }) => {
    const { signature, id } = splitToken(secret.endsWith(ENDING) ? secret.slice(0, -ENDING.length) : '');
    const [row] = await find.execute({ id });
    if (!row || !isSignedFor(key, PURPOSE, toSigned(id, row.own.version), signature)) {
      throw new ApiError(calls.CALENDAR_ERRORS.CALENDAR_NOT_FOUND);
    }
    const content = toFeed(presentEntries(row.own.entries), config.TIME_ZONE, toSiteOrigin(config));
    return new FileReply('text/calendar', 'calendar.ics', content);
  });
}
