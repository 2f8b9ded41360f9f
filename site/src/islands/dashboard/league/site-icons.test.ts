import { expect, test } from 'bun:test';
import { createFakeClock } from '#site/islands/shared/testing/fake-clock.ts';
import { createSiteIcons, loadPicture, siteOf } from './site-icons.ts';

/** A loader whose answers are given by hand. */
function openLoader() {
  const asked: { address: string; answer: (isLoaded: boolean) => void }[] = [];
  const load = (address: string) =>
    new Promise<boolean>((resolve) => asked.push({ address, answer: resolve }));
  return { asked, load };
}

test('LPROG-10 the site is named without www', () => {
  expect(siteOf('https://www.youtube.com/watch?v=1')).toBe('youtube.com');
  expect(siteOf('not an address')).toBe('');
});

test('FAVICON-03 a domain without an icon is remembered too; what is no site is never asked for', async () => {
  const { asked, load } = openLoader();
  const { $icons, preload } = createSiteIcons(load);
  preload(['https://none.org/', 'http://127.0.0.1/', 'https://printer.local/', 'no address']);
  expect(asked.map(({ address }) => address)).toEqual(['/api/favicons/none.org']);
  asked[0]?.answer(false);
  await Bun.sleep(0);
  preload(['https://none.org/again']);
  expect(asked.length).toBe(1);
  expect($icons.get()).toEqual({ 'none.org': null });
});

test('FAVICON-02 CONST-27 a picture that takes three seconds is given up and its request taken back', async () => {
  const clock = createFakeClock();
  const picture = { src: '', onload: null, onerror: null };
  let isLoaded: boolean | null = null;
  void loadPicture('/api/favicons/slow.org', picture, clock).then((answer) => {
    isLoaded = answer;
  });
  expect(picture.src).toBe('/api/favicons/slow.org');
  await clock.advance(2999);
  expect(isLoaded).toBeNull();
  await clock.advance(1);
  expect(isLoaded).toBe(false as unknown as null);
  expect(picture.src).toBe('');
});

test('FAVICON-02 a picture that loads or fails in time is settled at once', async () => {
  for (const [ending, outcome] of [
    ['onload', true],
    ['onerror', false],
  ] as const) {
    const picture: Record<string, unknown> = { src: '', onload: null, onerror: null };
    const loading = loadPicture('/x', picture as unknown as HTMLImageElement, createFakeClock());
    (picture[ending] as () => void)();
    expect(await loading).toBe(outcome);
    expect(picture.src).toBe('/x');
  }
});
