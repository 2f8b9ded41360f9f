// Makes the small pictures that must be PNG: the resource icons, the home-screen icon and the share card.
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

/** 1200 x 630 without words, so that the product's name stays in one place. */
function shareCard(): string {
  const stop = (x: number, y: number, radius: number): string =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${INK}" stroke="#FFFDF5" stroke-width="7"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
    <rect width="1200" height="630" fill="${INK}"/>
    <g fill="none" stroke-width="22" stroke-linecap="round">
      <path stroke="#37342A" d="M-20 130H260a90 90 0 0 1 90 90V410a90 90 0 0 0 90 90H1220"/>
      <path stroke="#37342A" d="M1000-20V120a90 90 0 0 1-90 90H640a90 90 0 0 0-90 90V650"/>
      <path stroke="${YELLOW}" d="M-20 472H200a90 90 0 0 0 90-90 90 90 0 0 1 90-90H690"/>
    </g>
    ${stop(110, 472, 20)}${stop(480, 292, 20)}${stop(780, 500, 15)}${stop(550, 500, 15)}
    <g transform="translate(690 100) scale(12)">${mark}</g>
  </svg>`;
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
await writePng('share.png', shareCard());
await writeFavicon();
