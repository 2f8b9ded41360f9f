// Makes the small pictures that must be PNG: the resource icons, the icons of the home screen and of the installed site.
// Usage: bun scripts/icons.ts
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { link } from '#site/icons/actions.ts';
import { article, blog, file, video } from '#site/icons/learning.ts';

const OUT = new URL('../site/public/', import.meta.url).pathname;
const INK = '#14130F';
const YELLOW = '#FFDE59';

/** Shown where a site has no icon of its own, by the type of the resource. */
const RESOURCE_ICONS = { video, article, blog, link, default: file };

const mark = `<circle cx="16" cy="16" r="15" fill="${YELLOW}" stroke="${INK}" stroke-width="2"/>
  <path d="M12.5 8v13.5H23" fill="none" stroke="${INK}" stroke-width="5"/>`;

/** 64 pixels, shown at 16 to 32: an ink sign on the brand's yellow, readable on either ground. */
function resourceIcon(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="64" height="64">
    <rect width="32" height="32" rx="7" fill="${YELLOW}"/>
    <path transform="translate(4 4)" d="${path}" fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
}

function homeScreenIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 44 44" width="180" height="180">
    <rect x="-6" y="-6" width="44" height="44" fill="#FFFDF5"/>${mark}
  </svg>`;
}

/** The sign of the installed site. A maskable one leaves its outer fifth to the mask of the phone. */
function appIcon(size: number, isMaskable: boolean): string {
  const box = isMaskable ? '-8 -8 48 48' : '-1 -1 34 34';
  const ground = isMaskable ? `<rect x="-8" y="-8" width="48" height="48" fill="#FFFDF5"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size}" height="${size}">${ground}${mark}</svg>`;
}

async function writePng(path: string, svg: string): Promise<void> {
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(`${OUT}${path}`);
}

/** The one address that browsers ask for unbidden: a PNG of 32 pixels in an ICO wrapper. */
async function writeFavicon(): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${mark}</svg>`;
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  await Bun.write(`${OUT}favicon.ico`, Buffer.concat([header, png]));
}

await mkdir(`${OUT}icons`, { recursive: true });
for (const [name, path] of Object.entries(RESOURCE_ICONS))
  await writePng(`icons/${name}.png`, resourceIcon(path));
await writePng('apple-touch-icon.png', homeScreenIcon());
for (const size of [192, 512]) {
  await writePng(`icons/app-${size}.png`, appIcon(size, false));
  await writePng(`icons/app-maskable-${size}.png`, appIcon(size, true));
}
await writeFavicon();
