import { readFileSync } from 'node:fs';
import { drawEmblem } from '#contract/draw-emblem.ts';
import { EMBLEMS, type EmblemKey } from '#contract/emblems.ts';
import { brand, brandFile, palette } from '#site/brand/brand.ts';
import type { Typeface } from '#site/brand/typefaces.ts';
import type { CardArt } from '#site/seo/public-pages.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../seo/card-addresses.ts';
import { type FittedText, fitText } from './fit-text.ts';
import { outlineText } from './outline-text.ts';

export const PICTURE_BOX = { left: 696, top: 0, width: 504, height: 630 } as const;

const { ink: INK, paper: PAPER } = palette;
const { brand: ACCENT_ON_INK, muted: QUIET_ON_INK, line: TRACK } = palette.dark;
const {
  brand: ACCENT,
  'on-brand': ON_ACCENT,
  muted: QUIET_ON_PAPER,
  line: SAND,
  surface: SHEET,
} = palette.light;
const LEFT = 72;
const TITLE_TRACKING = -0.03;

export interface PageCard {
  title: string;
  line: string;
  art: CardArt;
}

export interface EventCard {
  title: string;
  category: string;
  /** Split as on a stamp: 'Sep 20' and '2025'. */
  day: string;
  year: string;
  place: string;
}

const ON_PAPER: ReadonlySet<CardArt> = new Set(['document', 'people', 'pictures']);

interface Placed {
  x: number;
  y: number;
  size: number;
  typeface: Typeface;
  fill: string;
  tracking?: number;
}

function drawText(text: string, { x, y, size, typeface, fill, tracking = 0 }: Placed): string {
  const { path } = outlineText(text, typeface, size, tracking);
  return path && `<path transform="translate(${x} ${y})" d="${path}" fill="${fill}"/>`;
}

function lines({ size, lines: all }: FittedText, leading: number, placed: Omit<Placed, 'size'>): string {
  return all
    .map((line, index) => drawText(line, { ...placed, size, y: placed.y + index * size * leading }))
    .join('');
}

// `scale` is in units of 32 px.
function mark(x: number, y: number, scale: number, ground: 'ink' | 'paper' = 'ink'): string {
  const file = ground === 'ink' ? (brand.logoDark ?? brand.logo) : brand.logo;
  const data = readFileSync(brandFile(String(file))).toString('base64');
  return `<image x="${x}" y="${y}" width="${32 * scale}" height="${32 * scale}" href="data:image/svg+xml;base64,${data}"/>`;
}

function header(product: string, fill: string): string {
  return (
    mark(LEFT, 60, 1.75, fill === PAPER ? 'ink' : 'paper') +
    drawText(product, { x: LEFT + 72, y: 100, size: 36, typeface: 'display', fill, tracking: -0.02 })
  );
}

function stroke(x: number, y: number, width: number, color: string): string {
  return `<path transform="translate(${x} ${y}) scale(${width / 300} 1.1)" d="M4 17C52 9 108 6 164 8s92 4 131 1c-42 5-96 6-142 10S62 26 40 27c26-4 70-9 122-11" fill="none" stroke="${color}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`;
}

const svg = (ground: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}"><rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${ground}"/>${body}</svg>`;

export function drawPageCard({ title, line, art }: PageCard, product: string): string {
  const needsCertificateOnly = ON_PAPER.has(art);
  const strong = needsCertificateOnly ? INK : PAPER;
  const fitted = fitText(title, {
    typeface: 'display',
    width: 640,
    tracking: TITLE_TRACKING,
    sizes: [
      { size: 128, lines: 1 },
      { size: 90, lines: 1 },
      { size: 104, lines: 2 },
      { size: 84, lines: 3 },
      { size: 68, lines: 4 },
    ],
  });
  const sentence = fitText(line, {
    typeface: 'text',
    width: 600,
    sizes: [
      { size: 32, lines: 2 },
      { size: 28, lines: 3 },
    ],
  });
  const sentenceTop = CARD_HEIGHT - 72 - (sentence.lines.length - 1) * sentence.size * 1.4;
  const titleBase = sentenceTop - sentence.size - 58;
  const titleTop = titleBase - (fitted.lines.length - 1) * fitted.size;
  const lastWidth = outlineText(fitted.lines.at(-1) ?? '', 'display', fitted.size, TITLE_TRACKING).width;
  return svg(
    needsCertificateOnly ? PAPER : INK,
    drawArt(art) +
      header(product, strong) +
      stroke(
        LEFT - 4,
        titleBase + fitted.size * 0.1,
        Math.max(lastWidth, 120),
        needsCertificateOnly ? ACCENT : ACCENT_ON_INK,
      ) +
      lines(fitted, 1, {
        x: LEFT,
        y: titleTop,
        typeface: 'display',
        fill: strong,
        tracking: TITLE_TRACKING,
      }) +
      lines(sentence, 1.4, {
        x: LEFT,
        y: sentenceTop,
        typeface: 'text',
        fill: needsCertificateOnly ? QUIET_ON_PAPER : QUIET_ON_INK,
      }),
  );
}

export function drawEventCard({ title, category, day, year, place }: EventCard, product: string): string {
  const width = PICTURE_BOX.left - LEFT - 56;
  const fitted = fitText(title, {
    typeface: 'display',
    width,
    tracking: TITLE_TRACKING,
    sizes: [
      { size: 88, lines: 2 },
      { size: 74, lines: 2 },
      { size: 62, lines: 3 },
      { size: 48, lines: 4 },
      { size: 38, lines: 5 },
    ],
  });
  const tag = outlineText(category, 'text', 26);
  const stampWidth = 156;
  const location = fitText(place, {
    typeface: 'text',
    width: width - stampWidth - 28,
    sizes: [
      { size: 30, lines: 2 },
      { size: 26, lines: 3 },
    ],
  });
  const stampTop = CARD_HEIGHT - 72 - 112;
  const placeTop = stampTop + 56 - (location.lines.length - 1) * location.size * 0.65 + location.size * 0.35;
  const titleTop = 232 + fitted.size * 0.78;
  return svg(
    PAPER,
    header(product, INK) +
      `<rect x="${LEFT}" y="160" width="${tag.width + 36}" height="46" rx="23" fill="${ACCENT}"/>` +
      `<path transform="translate(${LEFT + 18} 192)" d="${tag.path}" fill="${ON_ACCENT}"/>` +
      lines(fitted, 1.02, {
        x: LEFT,
        y: titleTop,
        typeface: 'display',
        fill: INK,
        tracking: TITLE_TRACKING,
      }) +
      `<rect x="${LEFT + 2}" y="${stampTop}" width="${stampWidth}" height="112" rx="10" fill="none" stroke="${INK}" stroke-width="4"/>` +
      centred(day, {
        x: LEFT + 2 + stampWidth / 2,
        y: stampTop + 54,
        size: 36,
        typeface: 'display',
        fill: INK,
      }) +
      centred(year, {
        x: LEFT + 2 + stampWidth / 2,
        y: stampTop + 92,
        size: 30,
        typeface: 'display',
        fill: INK,
      }) +
      lines(location, 1.3, {
        x: LEFT + stampWidth + 30,
        y: placeTop,
        typeface: 'text',
        fill: QUIET_ON_PAPER,
      }) +
      `<rect x="${PICTURE_BOX.left - 8}" width="8" height="${CARD_HEIGHT}" fill="${ACCENT}"/>`,
  );
}

function centred(text: string, placed: Placed): string {
  return drawText(text, {
    ...placed,
    x: placed.x - outlineText(text, placed.typeface, placed.size).width / 2,
  });
}

function drawArt(art: CardArt): string {
  if (art === 'leagues') return leagueTiles();
  if (art === 'stations') return stations();
  if (art === 'people') return people();
  if (art === 'days') return days();
  if (art === 'document') return documentLines();
  return art === 'pictures' ? '' : transitLines();
}

const stop = (x: number, y: number, radius: number, fill = INK) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${PAPER}" stroke-width="7"/>`;

function transitLines(): string {
  return `<g fill="none" stroke-width="20" stroke-linecap="round">
    <path stroke="${TRACK}" d="M760-20V96a80 80 0 0 0 80 80h400"/>
    <path stroke="${TRACK}" d="M1220 500H1010a80 80 0 0 1-80-80V-20"/>
    <path stroke="${ACCENT_ON_INK}" d="M1080-20V250a80 80 0 0 1-80 80H890a80 80 0 0 0-80 80V650"/></g>
    ${stop(930, 176, 18)}${stop(1080, 176, 18, ACCENT_ON_INK)}${stop(930, 330, 18, ACCENT_ON_INK)}${stop(1110, 500, 14)}${mark(738, 466, 4.5)}`;
}

const LEAGUE_KEYS = (Object.keys(EMBLEMS) as EmblemKey[]).filter((key) => key !== 'league');

function leagueTiles(): string {
  const size = 152;
  const tile = (key: EmblemKey, index: number) => {
    const drawn = drawEmblem(key, {
      ground: EMBLEMS[key].color,
      line: PAPER,
      node: `fill="${ACCENT_ON_INK}" stroke="${INK}" stroke-width="2"`,
    });
    return `<g transform="translate(${800 + (index % 2) * 176} ${-64 + Math.floor(index / 2) * 176}) scale(${size / 64})">${drawn}</g>`;
  };
  return LEAGUE_KEYS.map(tile).join('') + mark(976, 464, size / 32);
}

function stations(): string {
  const all = [84, 176, 268, 360, 452, 544];
  return `<path d="M960-20V650" stroke="${ACCENT_ON_INK}" stroke-width="26"/>
    <g stroke="${TRACK}" stroke-width="12">${all.map((y, index) => `<path d="M1010 ${y}H${1210 - (index % 3) * 46}"/>`).join('')}</g>
    ${all.map((y, index) => stop(960, y, index === 5 ? 30 : 22, index === 5 ? ACCENT_ON_INK : INK)).join('')}`;
}

function people(): string {
  const size = 140;
  return Array.from({ length: 12 }, (_, index) => {
    const color = index === 4 ? ACCENT : EMBLEMS[LEAGUE_KEYS[index % LEAGUE_KEYS.length] ?? 'league'].color;
    const sign = index === 4 ? ON_ACCENT : PAPER;
    return `<g transform="translate(${772 + (index % 3) * (size + 12)} ${17 + Math.floor(index / 3) * (size + 12)})"><rect width="${size}" height="${size}" rx="16" fill="${color}"/><circle cx="70" cy="56" r="25" fill="${sign}"/><path d="M22 ${size}a48 44 0 0 1 96 0z" fill="${sign}"/></g>`;
  }).join('');
}

function days(): string {
  const widths = [[300, 210], [250, 320, 160], [280], [190, 260]];
  let y = 84;
  const drawn = widths.map((day, index) => {
    const top = y;
    y += day.length * 44 + 52;
    return `${stop(800, top, 18, index === 0 ? ACCENT_ON_INK : INK)}${day
      .map(
        (width, row) =>
          `<rect x="850" y="${top - 13 + row * 44}" width="${width}" height="26" rx="6" fill="${index === 0 && row === 0 ? ACCENT_ON_INK : TRACK}"/>`,
      )
      .join('')}`;
  });
  return `<path d="M800-20V650" stroke="${TRACK}" stroke-width="10"/>${drawn.join('')}`;
}

function documentLines(): string {
  const rows = [330, 300, 345, 210, 0, 335, 310, 250, 0, 340, 320];
  return `<rect x="786" y="64" width="470" height="620" rx="16" fill="${SHEET}" stroke="${INK}" stroke-width="5"/>
    <rect x="836" y="118" width="210" height="34" rx="4" fill="${INK}"/>
    ${rows
      .map((width, index) => {
        if (width === 0) return '';
        const y = 192 + index * 42;
        const marked =
          index === 6
            ? `<rect x="828" y="${y - 11}" width="${width + 16}" height="36" fill="${ACCENT}"/>`
            : '';
        return `${marked}<rect x="836" y="${y}" width="${width}" height="14" rx="4" fill="${index === 6 ? ON_ACCENT : SAND}"/>`;
      })
      .join('')}`;
}
