import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { checkContent, toLines } from './check-content.ts';

const content = new URL('../../../content/', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'content-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** What the check says of a copy of the content after `change`, one line a finding. */
async function findingsAfter(change: (folder: string) => unknown): Promise<string[]> {
  const folder = mkdtempSync(join(work, 'copy-'));
  cpSync(content, folder, { recursive: true });
  await change(folder);
  return (await checkContent(folder)).map(({ file, field, problem, weight }) =>
    [weight === 'note' ? 'note' : '', file, field, problem].filter(Boolean).join(' | '),
  );
}

function edit(folder: string, file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(join(folder, file), text.replace(from, to));
}

test('the content as it stands has neither faults nor notes', async () => {
  expect(await checkContent(content)).toEqual([]);
});

test('a wrong field is named with its file and what was expected', async () => {
  const retreat = 'events/retreat-1/index.md';
  expect(
    await findingsAfter((folder) => {
      edit(folder, retreat, /^date: .*$/m, 'date: soon');
      edit(folder, retreat, /^featured: .*\n/m, 'featurd: true\n');
      edit(folder, retreat, /^location: .*$/m, 'location: 7');
      edit(folder, retreat, 'alt: "The bus on the road to the hills"', 'alt: DSC_0417.jpg');
      edit(folder, retreat, /^ {4}alt: "Breakfast.*\n/m, '');
    }),
  ).toEqual([
    `${retreat} | date | must be a day such as 2025-06-13 (The day it happens (or begins), year-month-day)`,
    `${retreat} | featured | is missing (true: the home page may show it (it takes the newest three); false: it does not)`,
    `${retreat} | location | must be text (Where it is, as one would say it)`,
    `${retreat} | images[1].alt | must say what the picture shows, not name its file (What the picture shows, one sentence)`,
    `${retreat} | images[4].alt | is missing (What the picture shows, one sentence)`,
    `${retreat} | featurd | is not a field; there are title, category, date, description, featured, location, thumbnail, images, registration`,
  ]);
});

test('an entry of a list is named by its id, a file that cannot be read by its line', async () => {
  const findings = await findingsAfter((folder) => {
    edit(folder, 'supporters/supporters.json', '"supportType": "Community"', '"supportType": ""');
    edit(folder, 'team/core-leads.json', 'https://www.linkedin.com/in/sample-noor-chenab', 'noor');
    edit(folder, 'events/openmic-1/index.md', /^title: .*$/m, 'title: Open mic: the second');
    edit(folder, 'programme/programme.json', '"vision":', '"vision"');
    edit(folder, 'site.json', '"mailbox": "', '"mailbox": "post ');
  });
  expect(findings.map((finding) => finding.replace(/ \([A-Z].*$/, ''))).toEqual([
    'events/openmic-1/index.md | line 2 cannot be read: text with a colon or a quote in it stands between "double quotes", lists are indented with spaces',
    'programme/programme.json | is not JSON: look for a comma too many or too few, or a missing quote or bracket',
    'site.json | mailbox | must be an email address',
    'supporters/supporters.json | campus-circle: supportType | must not be empty',
    'team/core-leads.json | noor-chenab: linkedin | must be an address that starts with https://',
  ]);
});

test('a field that is not there is called missing, whatever it should hold', async () => {
  const findings = await findingsAfter((folder) => {
    edit(folder, 'team/core-leads.json', /^ *"color": "#6B4BD8",\n/m, '');
    edit(
      folder,
      'team/core-leads.json',
      /^ *"twitter".*\n *"instagram": "https:..www.instagram.com.sample_noor_chenab"\n/m,
      '',
    );
    edit(
      folder,
      'team/core-leads.json',
      /("linkedin": "https:..www.linkedin.com.in.sample-noor-chenab"),/,
      '$1',
    );
    edit(folder, 'site.json', /^ *"mailbox".*\n/m, '');
    edit(folder, 'site.json', /^ *"cohort".*\n/m, '');
    edit(folder, 'legal/terms.md', /^lastUpdated.*\n/m, '');
  });
  expect(findings.map((finding) => finding.replace(/ \([A-Z].*$/, ''))).toEqual([
    'legal/terms.md | lastUpdated | is missing',
    'site.json | cohort | is missing',
    'site.json | mailbox | is missing',
    'team/core-leads.json | noor-chenab: color | is missing',
  ]);
});

test('pictures: absent, of another kind, torn, outside, misspelt, without words, left over', async () => {
  const file = 'events/ml-mentorship-1/index.md';
  const images = [
    './none.jpg',
    './plan.pdf',
    './torn.jpg',
    './Photo.png',
    'https://x.example/a.jpg',
    './fine.jpg',
  ];
  const findings = await findingsAfter(async (folder) => {
    const at = (name: string) => join(folder, 'events/ml-mentorship-1', name);
    const photo = sharp({ create: { width: 200, height: 100, channels: 3, background: 'teal' } });
    await photo.jpeg().toFile(at('fine.jpg'));
    await photo.png().toFile(at('photo.png'));
    writeFileSync(at('torn.jpg'), readFileSync(at('fine.jpg')).subarray(0, 20));
    writeFileSync(at('left-over.svg'), '<svg viewBox="0 0 1 1"/>');
    edit(folder, file, 'images: []', `images: ${JSON.stringify(images)}`);
  });
  const faults = findings.filter((finding) => !finding.startsWith('note'));
  expect(faults.map((finding) => finding.replace(/ \([A-Z].*$/, ''))).toEqual([
    `${file} | images[1] | there is no picture './none.jpg' beside this file`,
    `${file} | images[2] | must be a .jpg, .png, .webp, .avif or .svg file`,
    `${file} | images[4] | there is no picture './Photo.png' beside this file; there is 'photo.png', capitals count`,
    `${file} | images[5] | must be a picture beside this file, such as ./01.jpg`,
    'events/ml-mentorship-1/torn.jpg | cannot be read as a picture; is the file whole?',
  ]);
  expect(findings).toContain('note | events/ml-mentorship-1/left-over.svg | is not used by any entry');
  expect(findings).toContain(
    `note | ${file} | images[6] | has no words for people who cannot see it: use 'url' and 'alt'`,
  );
});

test('drawings must say their size and hold no scripts', async () => {
  const mark = 'supporters/orbit-society.svg';
  expect(
    await findingsAfter((folder) => edit(folder, mark, /viewBox="[^"]*"|\s(?:width|height)="\d+"/g, '')),
  ).toEqual([`${mark} | does not say its size: <svg> needs a viewBox`]);
  expect(await findingsAfter((folder) => edit(folder, mark, '</svg>', '<script>1</script></svg>'))).toEqual([
    `${mark} | must not hold scripts`,
  ]);
});

test('a brand: colours that can be read on, drawings that can grow, typefaces that may be published', async () => {
  const file = 'brand/brand.json';
  const write = (folder: string, brand: object) => writeFileSync(join(folder, file), JSON.stringify(brand));
  const logo = './logo.svg';
  expect(await findingsAfter((folder) => write(folder, { accent: 'blue', logo }))).toEqual([
    `${file} | accent | must be a colour such as #1F6FEB (Colour of buttons and marks, six hex digits; all other colours follow it)`,
  ]);
  const [dim] = await findingsAfter((folder) => write(folder, { accent: '#0B3D91', logo }));
  expect(dim).toMatch(
    /^brand\/brand\.json \| accent \| has too little contrast in the dark scheme, 1\.\d\d : 1 where 4\.5/,
  );
  expect(
    await findingsAfter((folder) => write(folder, { accent: '#0B3D91', accentDark: '#8FB4FF', logo })),
  ).toEqual([]);

  const findings = await findingsAfter(async (folder) => {
    const mark = sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } });
    await mark.png().toFile(join(folder, 'brand/mark.png'));
    mkdirSync(join(folder, 'brand/fonts'));
    writeFileSync(join(folder, 'brand/fonts/torn.woff2'), 'wOF2 and nothing behind it');
    write(folder, {
      accent: '#FFDE59',
      logo: './mark.png',
      fonts: {
        display: { family: 'Torn', file: './fonts/torn.woff2' },
        text: { family: 'Away; x', file: './fonts/away.woff2' },
      },
    });
  });
  expect(findings.map((finding) => finding.replace(/ \([A-Z.].*$/, ''))).toEqual(
    expect.arrayContaining([
      `${file} | logo | must be an .svg: it is drawn in many sizes`,
      `${file} | fonts.text.family | must be letters, digits, spaces and hyphens`,
      `${file} | fonts.text.file | there is no file './fonts/away.woff2'`,
      `note | ${file} | fonts | has no licence beside the files (brand/fonts/LICENSE.txt or OFL.txt): do you have the right to publish them?`,
      'brand/fonts/torn.woff2 | cannot be read as a typeface; is the file whole?',
      'note | brand/logo.svg | is not used by any entry',
    ]),
  );
});

test('what entries say of each other', async () => {
  const findings = await findingsAfter((folder) => {
    edit(folder, 'team/pathfinders.json', '"league": "IoT"', '"league": "Robotics"');
    edit(folder, 'supporters/supporters.json', '"id": "cloud-desk"', '"id": "campus-circle"');
    edit(folder, 'testimonials/testimonials.json', '/status/1930010100000000000', '/about');
    edit(folder, 'legal/privacy.md', '## Data Security', '## Safety');
    rmSync(join(folder, 'legal/terms.md'));
    renameSync(join(folder, 'events/hackathon-1'), join(folder, 'events/not-found'));
    renameSync(join(folder, 'events/openmic-1/index.md'), join(folder, 'events/open-mic.md'));
    mkdirSync(join(folder, 'events/Two Words'));
    cpSync(join(folder, 'events/ml-mentorship-1'), join(folder, 'events/Two Words'), { recursive: true });
  });
  const expected = [
    "supporters/supporters.json | campus-circle: id | 'campus-circle' is used twice in this file",
    'note | testimonials/testimonials.json | post-01: url | has no /status/ and number; this post will not be shown',
    "legal/privacy.md | has no section '## Data Security'",
    'legal/terms.md | is missing',
    "home/home.json | hero.event | there is no event 'hackathon-1' in the folder events",
    "events/not-found/index.md | its folder must not be called 'not-found', that address is taken",
    'events/open-mic.md | an event is a folder of its own: events/open-mic/index.md with its pictures beside it',
    'events/openmic-1/index.md | is missing: the folder has files but no event',
    "events/Two Words/index.md | its folder 'Two Words' becomes its address: small letters, digits and hyphens only",
  ];
  for (const line of expected) expect(findings).toContain(line);
  expect(findings.find((finding) => finding.startsWith('team/pathfinders.json'))).toMatch(
    /league \| 'Robotics' is no league of league-cards\.json \(finance, quantum, ml, /,
  );
});

test('content without an event is whole when the home page names none', async () => {
  const withoutEvents = (folder: string) => rmSync(join(folder, 'events'), { recursive: true });
  expect(
    await findingsAfter((folder) => {
      withoutEvents(folder);
      edit(folder, 'home/home.json', /"event": .*\n\s*"eventLabel": .*\n/, '');
    }),
  ).toEqual([]);
  expect(
    await findingsAfter((folder) => {
      withoutEvents(folder);
      edit(folder, 'home/home.json', /"eventLabel": .*\n/, '');
    }),
  ).toEqual([
    "home/home.json | hero.event | there is no event 'hackathon-1' in the folder events",
    'home/home.json | hero.eventLabel | is missing: what is that event?',
  ]);
});

test('the report stands file by file', () => {
  const finding = { file: 'a.md', field: 'title', problem: 'is missing', weight: 'fault' } as const;
  expect(toLines([finding, { ...finding, field: '', weight: 'note' }], 'content')).toEqual([
    'content/a.md',
    '  ✖ title: is missing',
    '  · is missing',
  ]);
});
