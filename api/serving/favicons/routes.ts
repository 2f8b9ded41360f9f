import { join } from 'node:path';
import { ERRORS } from '#contract/errors.ts';
import { FAVICON_PATH, toIconHost } from '#contract/favicons.ts';
import { DEADLINE_MS, withDeadline } from '../../platform/db/deadline.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { toErrorResponse } from '../../platform/http/reply.ts';
import { originOf, requestIdOf } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { product } from '../../platform/process/product.ts';
import { createSiteCheck, listCurriculumSites } from './curriculum-sites.ts';
import { findIcon, toImageType } from './find-icon.ts';
import { createIconStore } from './icon-store.ts';
import { createIcons, type IconAnswer } from './icons.ts';

/**
 * The server fetches icons, so that outside services do not learn what learners read. Only curriculum sites are fetched
 * (docs/security.md P30).
 */
export function faviconRoutes(router: ApiRouter): void {
  const {
    counter,
    deps: { db, config },
  } = router;
  const sources = config.ICON_SOURCES ?? product.iconSources;
  const isInCurriculum = createSiteCheck(() => listCurriculumSites(db));
  const answerFor = createIcons({
    store: createIconStore({ folder: join(config.DATA_DIR, 'favicons') }),
    find: (host) => findIcon(host, sources),
  });

  const answer = async (name: string, request: Request): Promise<Response> => {
    const host = toIconHost(`https://${name}`);
    if (host === null || host !== name) {
      return toErrorResponse(new ApiError(ERRORS.ROUTE_NOT_FOUND), requestIdOf(request));
    }
    await counter.take('read', 'address', limitKeyOf(originOf(request).address));
    const isKnown = await isInCurriculum(host);
    return toResponse(isKnown ? await answerFor(host) : NOT_OURS, requestIdOf(request));
  };
  router.get(`/api${FAVICON_PATH}`, ({ params, request }) =>
    withDeadline(DEADLINE_MS, () => answer(params.host, request)),
  );
}

// Not final, because the site may join the curriculum later.
const NOT_OURS: IconAnswer = { bytes: new Uint8Array(), isFinal: false };

const KEEP_ICON = 'public, max-age=604800';
const KEEP_NOTHING = 'public, max-age=3600';
const KEEP_MEANWHILE = 'public, max-age=60';

function toResponse({ bytes, isFinal }: IconAnswer, requestId: string): Response {
  const type = toImageType(bytes);
  return new Response(type ? (bytes as Uint8Array<ArrayBuffer>) : null, {
    status: type ? 200 : 204,
    headers: {
      ...(type ? { 'content-type': type } : {}),
      'cache-control': isFinal ? (type ? KEEP_ICON : KEEP_NOTHING) : KEEP_MEANWHILE,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-request-id': requestId,
    },
  });
}
