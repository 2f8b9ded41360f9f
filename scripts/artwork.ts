// Draws the sample pictures: those of content/ beside the files that name them, the project's own into
// site/public/artwork. The same content gives the same files.
// Usage: bun scripts/artwork.ts
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import leagueCards from '#content/league-cards/league-cards.json';
import supporters from '#content/supporters/supporters.json';
import chiefs from '#content/team/chief-pathfinders.json';
import coreLeads from '#content/team/core-leads.json';
import pathfinders from '#content/team/pathfinders.json';
import { accelerateBanner, leagueCover, supporterMark } from './artwork/covers.ts';
import { chanceFrom, drawing } from './artwork/draw.ts';
import { portrait } from './artwork/people.ts';
import { SCENES, type SceneName } from './artwork/scenes.ts';

const ROOT = new URL('../', import.meta.url).pathname;

/** Each event's colour, card picture and gallery, in the order of its file in content/events. */
const EVENTS: Record<string, { accent: string; thumbnail: SceneName; images: SceneName[] }> = {
  'hackathon-1': {
    accent: '#D9482B',
    thumbnail: 'lateTeam',
    images: [
      'venue',
      'checkIn',
      'lanyards',
      'hall',
      'team',
      'ideas',
      'mentor',
      'solder',
      'chai',
      'desk',
      'code',
      'trio',
      'hall',
      'board',
      'moreIdeas',
      'sensors',
      'teamOfFive',
      'clock',
      'night',
      'snacks',
      'codeMarked',
      'lateTeam',
      'desk3',
      'dawn',
      'team',
      'pitch',
      'prototype',
      'audience',
      'trophy',
      'group',
    ],
  },
  'accelerate-meet-1': {
    accent: '#1F66D6',
    thumbnail: 'talk',
    images: ['longTable', 'mentor', 'ideas', 'talk'],
  },
  'accelerate-meet-2': {
    accent: '#6B4BD8',
    thumbnail: 'pitch',
    images: ['moreIdeas', 'hall', 'pitch', 'trio', 'group'],
  },
  'retreat-1': { accent: '#1B8A5A', thumbnail: 'camp', images: ['bus', 'camp', 'trail', 'chai', 'group'] },
  'capstone-announcement-1': { accent: '#C73A7C', thumbnail: 'letter', images: ['letter', 'call', 'ideas'] },
  'cohort-orientation-1': {
    accent: '#0E7C8A',
    thumbnail: 'hall',
    images: ['hall', 'lanyards', 'pitch', 'talk'],
  },
  'orientation-1': { accent: '#A15C00', thumbnail: 'openStage', images: ['openStage', 'group', 'checkIn'] },
  'openmic-1': {
    accent: '#C73A7C',
    thumbnail: 'bulbsAndMicrophone',
    images: ['bulbsAndMicrophone', 'reader', 'audience'],
  },
  'build-along-sessions-1': { accent: '#0E7C8A', thumbnail: 'lab', images: ['code', 'lab', 'desk'] },
  'ml-mentorship-1': { accent: '#D9482B', thumbnail: 'model', images: [] },
};

/** First names whose portraits have long hair; the others are short or wear a turban. */
const LONG_HAIR = new Set(
  'noor meher tara zoya devika simran anaya gurleen tanvi aditi leela ayesha jasleen riya bani pooja esha sana charu mira harleen nandini'.split(
    ' ',
  ),
);

async function write(path: string, text: string): Promise<number> {
  await mkdir(dirname(ROOT + path), { recursive: true });
  await Bun.write(ROOT + path, text);
  return text.length;
}

function drawScene(name: SceneName, accent: string, seed: string): string {
  return drawing(1200, 800, SCENES[name](accent, chanceFrom(seed)));
}

const written: Promise<number>[] = [
  write('site/public/artwork/accelerate.svg', accelerateBanner('day')),
  write('site/public/artwork/accelerate-night.svg', accelerateBanner('night')),
];
for (const { id, color } of leagueCards)
  written.push(write(`content/league-cards/${id}.svg`, leagueCover(id, color, chanceFrom(id))));
written.push(
  write('site/public/artwork/leagues/stock.svg', leagueCover('stock', '#857F6D', chanceFrom('stock'))),
);
for (const { id } of supporters) written.push(write(`content/supporters/${id}.svg`, supporterMark(id)));
for (const { id, color } of [...coreLeads, ...chiefs, ...pathfinders]) {
  written.push(
    write(
      `content/team/portraits/${id}.svg`,
      portrait(chanceFrom(id), color, LONG_HAIR.has(id.split('-')[0] ?? '') ? 'long' : 'short'),
    ),
  );
}
for (const [id, { accent, thumbnail, images }] of Object.entries(EVENTS)) {
  written.push(write(`content/events/${id}/thumbnail.svg`, drawScene(thumbnail, accent, id)));
  for (const [index, name] of images.entries()) {
    const number = String(index + 1).padStart(2, '0');
    written.push(write(`content/events/${id}/${number}.svg`, drawScene(name, accent, `${id}/${number}`)));
  }
}
const sizes = await Promise.all(written);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`${sizes.length} pictures, ${Math.round(total / 1024)} KB`);
