import type { CredentialRow } from '#contract/credentials.ts';
import { toEmblemPicture } from '#site/islands/shared/format/emblem-picture.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';

/** The badge's own picture or else the emblem of its league, as a PNG. */
export async function drawBadge({
  imageUrl,
  league,
}: Pick<CredentialRow, 'imageUrl' | 'league'>): Promise<Uint8Array<ArrayBuffer>> {
  const emblem = toEmblemPicture(league?.name ?? '');
  const image = await loadImage(toOwnPicture(imageUrl) ?? emblem).catch(() => loadImage(emblem));
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new Uint8Array((await png?.arrayBuffer()) ?? []);
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  // The API may have an origin of its own, and the canvas gives no bytes of a picture that it may not read.
  image.crossOrigin = 'anonymous';
  image.src = src;
  await image.decode();
  return image;
}
