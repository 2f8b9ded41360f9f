import { expect, test } from 'bun:test';
import { derivePalette } from '#contract/brand-palette.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { SUBMISSION_STATUSES } from '#contract/submissions.ts';
import {
  ROLE_LABELS,
  roleTone,
  STATUS_LABELS,
  SUBMISSION_STATUS_LABELS,
  statusTone,
  toMinutesText,
  toResourceTypeText,
  toRoleText,
  toStatusText,
} from './labels.ts';

test('ROLE-16 every role has its colour, light and dark', async () => {
  const colors = await Promise.all(
    ROLES.map(async (role) => [ROLE_LABELS[role].words, await colorsOf(ROLE_LABELS[role].tone)]),
  );
  expect(Object.fromEntries(colors)).toEqual({
    Pioneer: ['blue', 'blue'],
    Luminary: ['green', 'green'],
    Pathfinder: ['purple', 'purple'],
    'Chief Pathfinder': ['orange', 'orange'],
    'Grand Pathfinder': ['red', 'red'],
    Admin: ['gray', 'gray'],
  });
  expect(roleTone('CHIEF_PATHFINDER')).toBe('chief');
  expect(roleTone('constructor')).toBe('neutral');
});

test('ROLE-17 every status has its colour, light and dark', async () => {
  const colors = await Promise.all(
    STATUSES.map(async (status) => [status, await colorsOf(STATUS_LABELS[status].tone)]),
  );
  expect(Object.fromEntries(colors)).toEqual({
    PENDING: ['yellow', 'yellow'],
    ACTIVE: ['green', 'green'],
    SUSPENDED: ['red', 'red'],
    INACTIVE: ['gray', 'gray'],
  });
  expect(statusTone('SUSPENDED')).toBe('suspended');
  expect(toStatusText('INACTIVE')).toBe('Inactive');
  expect(statusTone('')).toBe('neutral');
});

test('ASSIGN-09 ENT-51 every state of a submission has its words and its colour, light and dark', async () => {
  const states = await Promise.all(
    SUBMISSION_STATUSES.map(async (status) => {
      const { words, tone } = SUBMISSION_STATUS_LABELS[status];
      return [words, tone, ...(await colorsOf(`${tone}-tint`, 0.02))];
    }),
  );
  expect(states).toEqual([
    ['Submitted', 'info', 'blue', 'blue'],
    ['Under Review', 'pending', 'yellow', 'yellow'],
    ['Approved', 'active', 'green', 'green'],
    ['Needs Revision', 'suspended', 'red', 'red'],
  ]);
});

test('LPROG-23 ENT-43 four resource types have words, any other is a File', () => {
  expect(['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'].map(toResourceTypeText)).toEqual([
    'Video',
    'Article',
    'External Link',
    'Blog',
  ]);
  expect(['PDF', 'video', '', 'toString'].map(toResourceTypeText)).toEqual(['File', 'File', 'File', 'File']);
});

test('minutes are said in hours from sixty on', () => {
  expect([1, 59, 60, 61, 125, 0].map(toMinutesText)).toEqual([
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '2 h 5 min',
    '0 min',
  ]);
});

test('PROF-05 a role is shown in title case with spaces, Member when absent', () => {
  expect(toRoleText('CHIEF_PATHFINDER')).toBe('Chief Pathfinder');
  expect(toRoleText('PIONEER')).toBe('Pioneer');
  expect([toRoleText(null), toRoleText(undefined), toRoleText('')]).toEqual(['Member', 'Member', 'Member']);
});

/** What the hues of a tone are called, in light and in dark; a tint has less of them. */
async function colorsOf(tone: string, leastSpread = 0.14): Promise<string[]> {
  const css = await Bun.file(new URL('./styles/tokens.css', import.meta.url)).text();
  const fixed = [...css.matchAll(new RegExp(`--${tone}: (#[0-9a-f]{6});`, 'g'))].map((match) => match[1]);
  // Greys follow the accent of the brand.
  const { light, dark } = derivePalette({ accent: '#FFDE59' });
  const values =
    fixed.length > 0 ? fixed : [light, dark].map((colors) => (colors as Record<string, string>)[tone]);
  return values.map((value) => colorName(value ?? '', leastSpread));
}

/** The plain name of a hex colour's hue. */
function colorName(hex: string, leastSpread: number): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  if (spread < leastSpread) return 'gray';
  const turn =
    max === red
      ? (green - blue) / spread
      : max === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (turn * 60 + 360) % 360;
  if (hue < 12 || hue >= 345) return 'red';
  if (hue < 40) return 'orange';
  if (hue < 65) return 'yellow';
  if (hue < 170) return 'green';
  return hue < 245 ? 'blue' : 'purple';
}
