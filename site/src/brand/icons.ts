import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { brand, brandFile, palette } from './brand.ts';

/** A picture of the mark as phones and browsers want it. */
interface Icon {
  /** Pixels each way. */
  size: number;
  /** How much of it the mark takes; a phone may cut a circle out of a maskable one (W3C: 80 % is safe). */
  share: number;
  /** On the colour of the page, or on nothing. */
  ground: boolean;
}

/** The addresses below `/icons/` without their ending, and what they show. */
export const APP_ICONS: Readonly<Record<string, Icon>> = {
  'app-192': { size: 192, share: 0.96, ground: false },
  'app-512': { size: 512, share: 0.96, ground: false },
  'app-maskable-192': { size: 192, share: 0.6, ground: true },
  'app-maskable-512': { size: 512, share: 0.6, ground: true },
};

/** What a home screen of Apple shows: it rounds the corners itself. */
export const TOUCH_ICON: Icon = { size: 180, share: 0.74, ground: true };

/** The drawing that all icons are made of: the favicon of the brand, else its mark. */
export const readFavicon = (): Promise<Buffer<ArrayBuffer>> =>
  readFile(brandFile(String(brand.favicon ?? brand.logo)));

/** Makes an icon as a PNG. */
export async function drawIcon({ size, share, ground }: Icon): Promise<Uint8Array<ArrayBuffer>> {
  const inner = Math.round(size * share);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  // Drawn at the size it is wanted in: a drawing made larger afterwards is blurred.
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

/** Makes an ICO file of 32 pixels for programs that ask for /favicon.ico whatever the page says. It may hold a PNG. */
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
