import sharp, { type OverlayOptions } from 'sharp';
import { palette } from '#site/brand/brand.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../seo/card-addresses.ts';
import { PICTURE_BOX } from './draw-card.ts';

/** A picture file, cropped to fill its box. */
export interface LaidPicture {
  file: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export const PICTURE_WALL = [
  { left: 712, top: 0, width: 300, height: 394 },
  { left: 1020, top: 0, width: 180, height: 630 },
  { left: 712, top: 402, width: 300, height: 228 },
] as const;

export const toEventPicture = (file: string): LaidPicture => ({ file, ...PICTURE_BOX });

/** Text is already outlined, so fonts of the machine do not matter. Leaves out an unreadable picture. */
export async function makePicture(
  drawing: string,
  pictures: readonly LaidPicture[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const laid = await Promise.all(pictures.map(layPicture));
  const jpeg = await sharp(Buffer.from(drawing))
    .resize(CARD_WIDTH, CARD_HEIGHT)
    .composite(laid.filter((one) => one !== null))
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return new Uint8Array(jpeg);
}

async function layPicture({ file, left, top, width, height }: LaidPicture): Promise<OverlayOptions | null> {
  try {
    const { data, info } = await sharp(file)
      .rotate()
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: palette.paper })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { input: data, raw: info, left, top };
  } catch (error) {
    console.warn(`No share picture from ${file}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
