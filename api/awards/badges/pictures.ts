import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { Elysia } from 'elysia';
import { BADGE_PICTURE_PATH } from '#contract/badges.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Database } from '../../db/client.ts';
import { DEADLINE_MS, withDeadline } from '../../db/deadline.ts';
import { badgePictures } from '../../db/schema/awards.ts';
import { ApiError } from '../../errors/api-error.ts';
import { limitKeyOf } from '../../http/client-address.ts';
import { toErrorResponse } from '../../http/reply.ts';
import { originOf, requestIdOf } from '../../http/request-info.ts';
import type { ApiRouter } from '../../http/router.ts';
import { DRAWING_POLICY } from '../../serving/headers.ts';
import { cleanSvg } from './clean-svg.ts';

interface Change {
  /** The badge's address of a picture as it is. */
  before: string | null;
  imageUrl?: string | null;
  pictureSvg?: string | null;
  /** Where visitors find the site. */
  origin: string;
}

/**
 * Keeps or removes a badge's uploaded drawing, and answers with the address that stands on the badge from now on;
 * undefined leaves it as it is. Throws BADGE_PICTURE_REFUSED.
 */
export async function changePicture(
  tx: Database,
  badgeId: string,
  { before, imageUrl, pictureSvg, origin }: Change,
): Promise<string | null | undefined> {
  if (typeof pictureSvg === 'string') {
    const svg = cleanSvg(pictureSvg);
    const digest = createHash('sha256').update(svg).digest('hex').slice(0, 16);
    await tx
      .insert(badgePictures)
      .values({ badgeId, digest, svg })
      .onConflictDoUpdate({ target: badgePictures.badgeId, set: { digest, svg } });
    const path = BADGE_PICTURE_PATH.replace(':id', badgeId).replace(':file', `${digest}.svg`);
    return `${origin}/api${path}`;
  }
  const isKept = pictureSvg === undefined && (imageUrl === undefined || imageUrl === before);
  if (isKept) return imageUrl;
  const removed = await tx
    .delete(badgePictures)
    .where(eq(badgePictures.badgeId, badgeId))
    .returning({ badgeId: badgePictures.badgeId });
  if (imageUrl !== undefined) return imageUrl;
  return removed.length > 0 ? null : undefined;
}

/**
 * Serves the drawings of badges to anybody: an <img> carries no token, and a badge is no secret. Whoever opens one by
 * itself gets a document that runs and fetches nothing.
 */
export function badgePictureRoutes({ deps: { db }, counter }: ApiRouter): Elysia {
  const app = new Elysia({ name: 'badge-pictures' });
  const findPicture = db
    .select({ svg: badgePictures.svg })
    .from(badgePictures)
    .where(
      and(
        eq(badgePictures.badgeId, sql.placeholder('id')),
        eq(badgePictures.digest, sql.placeholder('digest')),
      ),
    );
  const answer = async (id: string, file: string, request: Request): Promise<Response> => {
    const requestId = requestIdOf(request);
    await counter.take('icon', 'address', limitKeyOf(originOf(request).address));
    const digest = /^([0-9a-f]{16})\.svg$/.exec(file)?.[1];
    const [picture] = digest ? await findPicture.execute({ id: id.replaceAll('\0', ''), digest }) : [];
    if (!picture) return toErrorResponse(new ApiError(ERRORS.ROUTE_NOT_FOUND), requestId);
    return new Response(picture.svg, {
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': DRAWING_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
        'x-request-id': requestId,
      },
    });
  };
  app.get(BADGE_PICTURE_PATH, ({ params: { id, file }, request }) =>
    withDeadline(DEADLINE_MS, () => answer(id, file, request)),
  );
  return app;
}
