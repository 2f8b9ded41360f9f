import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { readFrameMessage, writeFrameMessage } from '#site/embed/frame-message.ts';
import { postWidget } from '#site/embed/post-widget.ts';
import { createEmbed, EMBED_TIMEOUT_MS } from './embed.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const loaded = (height: number) => writeFrameMessage({ state: 'loaded', height });

test('HOME-41 loading, then loaded; the height follows the frame and no wait is left', () => {
  const embed = createEmbed();
  expect(embed.$state.get()).toEqual({ state: 'waiting' });
  embed.start(true);
  expect(embed.$state.get()).toEqual({ state: 'loading' });
  embed.receive(loaded(300));
  embed.receive(loaded(420.2));
  jest.advanceTimersByTime(EMBED_TIMEOUT_MS * 2);
  expect(embed.$state.get()).toMatchObject({ state: 'loaded', height: 421 });
});

test('HOME-40 HOME-41 failed: the frame says so, the browser is offline, or nothing comes in time', () => {
  const refused = createEmbed();
  refused.start(true);
  refused.receive(writeFrameMessage({ state: 'failed' }));
  expect(refused.$state.get().state).toBe('failed');
  refused.receive(loaded(300));
  expect(refused.$state.get().state).toBe('failed');

  const offline = createEmbed();
  offline.start(false);
  expect(offline.$state.get().state).toBe('failed');

  const silent = createEmbed();
  silent.start(true);
  jest.advanceTimersByTime(EMBED_TIMEOUT_MS - 1);
  expect(silent.$state.get().state).toBe('loading');
  jest.advanceTimersByTime(1);
  expect(silent.$state.get().state).toBe('failed');
  silent.start(true);
  expect(silent.$state.get().state).toBe('loading');
});

test.each([
  [null],
  ['loaded'],
  [42],
  [[]],
  [{}],
  [{ state: 'loaded', height: 300 }],
  [{ kind: 'embedded-post', state: 'done' }],
  [{ kind: 'embedded-post', state: 'loaded' }],
  [{ kind: 'embedded-post', state: 'loaded', height: '300' }],
  [{ kind: 'embedded-post', state: 'loaded', height: Number.NaN }],
  [{ kind: 'embedded-post', state: 'loaded', height: Number.POSITIVE_INFINITY }],
])('HOME-41 %j of a frame counts for nothing', (data) => {
  const embed = createEmbed();
  embed.start(true);
  embed.receive(data);
  expect(embed.$state.get()).toEqual({ state: 'loading' });
});

test('HOME-41 a height stays within bounds', () => {
  expect([-5, 1, 500.5, 1e9].map((height) => readFrameMessage(loaded(height)))).toMatchObject([
    { height: 80 },
    { height: 80 },
    { height: 501 },
    { height: 1600 },
  ]);
});

test('HOME-47 the script is the one of the site settings, and its origin comes first', () => {
  expect(postWidget.scriptUrl).toMatch(/^https:\/\//);
  expect(postWidget.origins[0]).toBe(new URL(postWidget.scriptUrl).origin);
});
