import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { brand, brandFile, palette } from './brand.ts';

interface Icon {
  size: number;
  /** Share of the icon that the mark fills; a phone may crop a maskable icon to a circle of 80 % (W3C). */
  share: number;
  /** Fills the background with the page colour instead of leaving it transparent. */
  ground: boolean;
}

export const APP_ICONS: Readonly<Record<string, Icon>> = {
  'app-192': { size: 192, share: 0.96, ground: false },
  'app-512': { size: 512, share: 0.96, ground: false },
  'app-maskable-192': { size: 192, share: 0.6, ground: true },
  'app-maskable-512': { size: 512, share: 0.6, ground: true },
};

/** Square, because iOS rounds the corners itself. */
export const TOUCH_ICON: Icon = { size: 180, share: 0.74, ground: true };

export const readFavicon = (): Promise<Buffer<ArrayBuffer>> =>
  readFile(brandFile(String(brand.favicon ?? brand.logo)));

export async function drawIcon({ size, share, ground }: Icon): Promise<Uint8Array<ArrayBuffer>> {
  const inner = Math.round(size * share);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  // Renders at the target size; scaling a rasterised SVG up would blur it.
  const drawing = sharp(await readFavicon(), { density: 72 * 16 }).resize(inner, inner, {
    fit: 'contain',
    background: clear,
  });
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  const background = ground ? palette.paper : clear;
  const png = await sharp(await drawing.png().toBuffer())
    .extend({ top: before, bottom: after, left: before, right: after, background })
    .flatten(ground ? { background } : false)
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(png);
}

/** A 32 px ICO file wrapping a PNG, for clients that always request /favicon.ico. */
export async function drawIco(): Promise<Uint8Array<ArrayBuffer>> {
  const png = await drawIcon({ size: 32, share: 1, ground: false });
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head[6] = 32;
  head[7] = 32;
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return new Uint8Array(Buffer.concat([head, png]));
}
