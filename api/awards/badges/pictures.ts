import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  BADGE_EMBLEMS,
  BADGE_ERRORS,
  BADGE_PICTURE_MAX_BYTES,
  BADGE_PICTURE_MAX_PIXELS,
  BADGE_PICTURE_PATH,
} from '#contract/badges.ts';
import { drawEmblem, EMBLEM_COLORS, readEmblem } from '#contract/draw-emblem.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Database } from '../../platform/db/client.ts';
import { DEADLINE_MS, withDeadline } from '../../platform/db/deadline.ts';
import { badgePictures } from '../../platform/db/schema/awards.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { CLOSED_POLICY } from '../../platform/http/page-headers.ts';
import { toErrorResponse } from '../../platform/http/reply.ts';
import { originOf, requestIdOf } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';

interface Change {
  before: string | null;
  imageUrl?: string | null;
  /** 'quantum-blue' or a PNG as a data URL; null removes the picture. */
  picture?: string | null;
  origin: string;
}

/** Returns the new URL of the badge's picture; undefined for no change. Throws BADGE_PICTURE_REFUSED. */
export async function changePicture(
  tx: Database,
  badgeId: string,
  { before, imageUrl, picture, origin }: Change,
): Promise<string | null | undefined> {
  if (picture === undefined && (imageUrl === undefined || imageUrl === before)) return imageUrl;
  await tx.delete(badgePictures).where(eq(badgePictures.badgeId, badgeId));
  if (picture === undefined || picture === null) return imageUrl ?? null;
  const toAddress = (id: string, file: string) =>
    `${origin}/api${BADGE_PICTURE_PATH.replace(':id', id).replace(':file', file)}`;
  if (readEmblem(picture)) return toAddress(BADGE_EMBLEMS, `${picture}.svg`);
  const png = readPng(picture);
  const digest = createHash('sha256').update(png).digest('hex').slice(0, 16);
  await tx.insert(badgePictures).values({ badgeId, digest, png: png.toString('base64') });
  return toAddress(badgeId, `${digest}.png`);
}

// PNG signature, then length and name of the first chunk.
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

function readPng(picture: string): Buffer {
  const base64 = /^data:[^,]*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(picture)?.[1];
  if (!base64) return refuse('it is neither an emblem in one of our colours nor a PNG file');
  const png = Buffer.from(base64, 'base64');
  const most = BADGE_PICTURE_MAX_BYTES / 1024;
  if (png.length > BADGE_PICTURE_MAX_BYTES) {
    refuse(`it has ${Math.ceil(png.length / 1024)} KB, and ${most} KB is the most`);
  }
  if (!png.subarray(0, PNG_START.length).equals(PNG_START)) refuse('it is not a PNG file');
  if (!png.subarray(-PNG_END.length).equals(PNG_END)) refuse('the file is incomplete');
  const sides = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (sides.some((side) => side < 1 || side > BADGE_PICTURE_MAX_PIXELS)) {
    refuse(`it has ${sides.join(' × ')} pixels, and 1 to ${BADGE_PICTURE_MAX_PIXELS} each way are possible`);
  }
  // An animated PNG with hundreds of frames keeps a browser busy.
  if (png.includes('acTL')) refuse('it is animated');
  return png;
}

function refuse(fault: string): never {
  throw new ApiError(BADGE_ERRORS.BADGE_PICTURE_REFUSED, { values: { fault } });
}

/** Null for an unknown name. */
function drawBadge(file: string): string | null {
  const named = file.endsWith('.svg') ? readEmblem(file.slice(0, -4)) : null;
  if (!named) return null;
  const ground = EMBLEM_COLORS[named.color];
  const inside = drawEmblem(named.emblem, { ground, line: '#fff', node: `fill="${ground}"` });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512">${inside}</svg>`;
}

/** Public, because an <img> sends no token. */
export function badgePictureRoutes(router: ApiRouter): void {
  const {
    counter,
    deps: { db },
  } = router;
  const findPng = db
    .select({ png: badgePictures.png })
    .from(badgePictures)
    .where(
      and(
        eq(badgePictures.badgeId, sql.placeholder('id')),
        eq(badgePictures.digest, sql.placeholder('digest')),
      ),
    );
  const find = async (id: string, file: string): Promise<string | Buffer<ArrayBuffer> | null> => {
    if (id === BADGE_EMBLEMS) return drawBadge(file);
    const digest = /^([0-9a-f]{16})\.png$/.exec(file)?.[1];
    const [row] = digest ? await findPng.execute({ id: id.replaceAll('\0', ''), digest }) : [];
    return row ? Buffer.from(row.png, 'base64') : null;
  };
  const answer = async (id: string, file: string, request: Request): Promise<Response> => {
    const requestId = requestIdOf(request);
    await counter.take('read', 'address', limitKeyOf(originOf(request).address));
    const picture = await find(id, file);
    if (picture === null) return toErrorResponse(new ApiError(ERRORS.ROUTE_NOT_FOUND), requestId);
    return new Response(picture, {
      headers: {
        'content-type': typeof picture === 'string' ? 'image/svg+xml' : 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': `${CLOSED_POLICY}; sandbox`,
        'cross-origin-resource-policy': 'cross-origin',
        'x-request-id': requestId,
      },
    });
  };
  router.get(`/api${BADGE_PICTURE_PATH}`, ({ params: { id, file }, request }) =>
    withDeadline(DEADLINE_MS, () => answer(id, file, request)),
  );
}
