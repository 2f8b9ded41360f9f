import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const project = new URL('../../../../', import.meta.url).pathname;

/** The accents of the other community, one for each scheme: deep enough to take light letters, and bright. */
export const OTHER_ACCENTS = { accent: '#0B4F8A', accentDark: '#7CC4FF' };

/** Its mark: a shuttle in a square. */
const LOGO = (ground: string, sign: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="${ground}"/><path d="M6 20C13 9 27 9 34 20 27 31 13 31 6 20Z" fill="none" stroke="${sign}" stroke-width="4"/></svg>`;

/** What the names and addresses of this community become. */
const NAMES: readonly [RegExp, string][] = [
  [/OpenLeague/g, 'Loom & Shuttle'],
  [/openleague/g, 'loomshuttle'],
  [/"OL"/g, '"LS"'],
  [/#Loom & Shuttle/g, '#LoomShuttle'],
];

/** The files that hold words of pages. */
const WORDS = ['home/home.json', 'pages/pages.json'];

/** Turns a copy of the content into that of another community: name, colours, mark, typefaces and words. */
export function changeBrand(folder: string): void {
  edit(join(folder, 'site.json'), (text) => NAMES.reduce((all, [from, to]) => all.replace(from, to), text));
  for (const file of WORDS) {
    edit(join(folder, file), (text) =>
      JSON.stringify(JSON.parse(text, (key, value) => (isWords(key, value) ? toOtherWords(value) : value))),
    );
  }
  const brand = join(folder, 'brand');
  mkdirSync(join(brand, 'fonts'));
  cpSync(
    join(
      project,
      'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-latin-700-normal.woff2',
    ),
    join(brand, 'fonts/headings.woff2'),
  );
  writeFileSync(join(brand, 'fonts/OFL.txt'), 'SIL Open Font License 1.1');
  writeFileSync(join(brand, 'logo.svg'), LOGO('#0B4F8A', '#FFFFFF'));
  writeFileSync(join(brand, 'logo-dark.svg'), LOGO('#7CC4FF', '#06213A'));
  writeFileSync(
    join(brand, 'brand.json'),
    JSON.stringify({
      ...OTHER_ACCENTS,
      logo: './logo.svg',
      logoDark: './logo-dark.svg',
      fonts: { display: { family: 'Loom Headings', file: './fonts/headings.woff2' } },
    }),
  );
  // Its drawings are in its own colours.
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.svg'))
      edit(join(folder, file), (text) => text.replace(/#FFDE59/gi, OTHER_ACCENTS.accent));
  }
}

/** The words of pages as they stand, those that are long enough to be told from others. */
export function listPageWords(): string[] {
  const words: string[] = [];
  for (const file of WORDS) {
    JSON.parse(readFileSync(join(project, 'content', file), 'utf8'), (key, value) => {
      if (isWords(key, value) && value.length > 20) words.push(value);
      return value;
    });
  }
  return words;
}

const isWords = (key: string, value: unknown): value is string =>
  typeof value === 'string' && key !== 'event' && !value.startsWith('./');

/** As long as the words it stands for, so that pages look as they would. */
const toOtherWords = (words: string) =>
  'warp and weft '
    .repeat(Math.ceil(words.length / 14))
    .slice(0, words.length)
    .trim();

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
