import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PUBLIC_PAGES } from '#site/seo/public-pages.ts';
import { CARD_HEIGHT, CARD_WIDTH, toCardAddress } from '../seo/card-addresses.ts';
import { drawEventCard, drawPageCard, PICTURE_BOX } from './draw-card.ts';
import { fitText, type Room } from './fit-text.ts';
import { makePicture, toEventPicture } from './make-picture.ts';
import { measureText, outlineText } from './outline-text.ts';

const NAMES = [
  'क्षितिज आरोही शर्मा',
  'ਹਰਪ੍ਰੀਤ ਕੌਰ',
  'শ্রেয়সী বন্দ্যোপাধ্যায়',
  'கார்த்திகேயன் சுப்பிரமணியன்',
  'వెంకట నరసింహ రాజు',
  'કૃષ્ણા પટેલ',
  'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಮೂರ್ತಿ',
  'ശ്രീലക്ഷ്മി കൃഷ്ണൻകുട്ടി',
  'ଶ୍ରୀକାନ୍ତ ମହାପାତ୍ର',
  'زینب فاطمہ',
];

describe('text as outlines', () => {
  test('kerning of the typeface is kept', () => {
    const apart = measureText('A', 'display', 100) + measureText('V', 'display', 100);
    expect(measureText('AV', 'display', 100)).toBeLessThan(apart);
  });

  test('every script of India is shaped, accents drawn, signs of no typeface left out', () => {
    for (const words of [...NAMES, 'हैकथॉन: पंजाब दौर', 'ਹੈਕਾਥਾਨ', 'Café']) {
      for (const typeface of ['display', 'text'] as const) {
        expect(outlineText(words, typeface, 40).path.length, words).toBeGreaterThan(200);
      }
    }
    // The two letters of a conjunct take less room together than apart.
    expect(measureText('क्ष', 'display', 100)).toBeLessThan(
      measureText('क', 'display', 100) + measureText('ष', 'display', 100),
    );
    expect(outlineText('日本🎤', 'text', 40)).toEqual({ path: '', width: 0 });
    expect(outlineText('A日', 'text', 40)).toEqual(outlineText('A', 'text', 40));
  });
});

describe('text from right to left', () => {
  const outline = (text: string) => outlineText(text, 'display', 100);

  test('letters of Urdu are joined', () => {
    expect(outline('بی').width).toBeLessThan(outline('ب').width + outline('ی').width);
  });

  test('a text that begins in Urdu begins on the right: the Latin word behind it stands on the left', () => {
    for (const text of ['علی Ada', 'Ada علی']) {
      expect(outline(text).path.startsWith(outline('Ada').path), text).toBe(true);
    }
  });

  test('a line goes the way of the whole text', () => {
    const lines = fitText('Hackathon with علی and Ada', {
      typeface: 'display',
      width: 900,
      sizes: [{ size: 100, lines: 3 }],
    }).lines;
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const words = line.replace(/^\u200e/, '').split(' ');
      expect(words[0] === 'علی' || outline(line).path.startsWith(outline(words[0] ?? '').path), line).toBe(
        true,
      );
    }
    expect(outline('\u200eعلی Ada').path).not.toBe(outline('علی Ada').path);
  });
});

describe('text in its room', () => {
  const room: Room = {
    typeface: 'display',
    width: 400,
    sizes: [
      { size: 80, lines: 1 },
      { size: 40, lines: 2 },
    ],
  };

  test('the largest size that holds the text is taken', () => {
    expect(fitText('Open mic', room)).toEqual({ size: 80, lines: ['Open mic'] });
    expect(fitText('An evening of open microphones', room)).toEqual({
      size: 40,
      lines: ['An evening of open', 'microphones'],
    });
  });

  test('what no size holds is cut with an ellipsis and never runs out of its room', () => {
    for (const text of ['word '.repeat(60), 'w'.repeat(200), `short ${'long'.repeat(80)}`]) {
      const { size, lines } = fitText(text, room);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(lines.join('')).toContain('…');
      for (const line of lines) expect(measureText(line, 'display', size)).toBeLessThanOrEqual(400);
    }
  });
});

describe('share pictures', () => {
  test('a card holds outlines alone: no text that would need a typeface of the machine', () => {
    for (const { title, card } of PUBLIC_PAGES) {
      const drawing = drawPageCard({ title, ...card }, 'League');
      expect(drawing).not.toMatch(/<text|font-family|undefined|NaN/);
    }
  });

  test('every page has its own address for a picture', () => {
    const addresses = PUBLIC_PAGES.map(({ path }) => toCardAddress(path));
    expect(new Set(addresses).size).toBe(PUBLIC_PAGES.length);
    expect(toCardAddress('/')).toBe('/share/home.jpg');
    expect(toCardAddress('/events/openmic-1/')).toBe('/share/events/openmic-1.jpg');
  });

  test("an event's picture stands beside its words, and a lost one does not stop the build", async () => {
    const drawing = drawEventCard(
      { title: 'A & <B>', category: 'Showcase', day: 'Aug 31', year: '2025', place: 'Lawn' },
      'League',
    );
    const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const folder = await mkdtemp(join(tmpdir(), 'card-'));
    const file = join(folder, 'red.png');
    await Bun.write(file, red);
    try {
      const picture = await makePicture(drawing, [toEventPicture(file)]);
      const { width, height, format } = await sharp(picture).metadata();
      expect({ width, height, format }).toEqual({ width: CARD_WIDTH, height: CARD_HEIGHT, format: 'jpeg' });
      expect(await colourAt(picture, PICTURE_BOX.left + 200, 300)).toMatchObject([
        expect.closeTo(254, -1),
        expect.closeTo(0, -1),
        expect.closeTo(0, -1),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
    const without = await makePicture(drawing, [toEventPicture(file)]);
    expect((await sharp(without).metadata()).width).toBe(CARD_WIDTH);
  });
});

async function colourAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}
