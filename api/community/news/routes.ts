import * as calls from '#contract/news.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { toSiteOrigin } from '../../platform/http/share-links.ts';
import { readChoices, saveChoices } from './choices.ts';
import { markNewsRead, presentNews } from './news.ts';
import { newsOf, oldestNews } from './sources.ts';
import { stopMail } from './unsubscribe.ts';

export function newsRoutes(router: ApiRouter): void {
  const { deps } = router;
  const timeZone = deps.config.TIME_ZONE;
  router.serveOwn(
    calls.listNews,
    () => newsOf(timeZone, oldestNews, 'isShown'),
    async ({ own }) => presentNews(own, timeZone),
  );
  router.serve(calls.markNewsRead, ({ actor, body }) => markNewsRead(deps.db, actor, body.until));
  router.serve(calls.getNewsChoices, ({ actor }) => readChoices(deps.db, actor));
  router.serve(calls.saveNewsChoices, ({ actor, body }) => saveChoices(deps.db, actor, body));
  router.servePublic(calls.unsubscribe, ({ params }) => stopMail(deps, params.token));
  // Some mail programs open the address of the header instead of posting to it.
  router.get('/api/news/unsubscribe/:token', ({ params }) => {
    const location = `${toSiteOrigin(deps.config)}/unsubscribe#${encodeURIComponent(params.token)}`;
    return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } });
  });
}
