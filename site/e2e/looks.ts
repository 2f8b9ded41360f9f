import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';

export const WIDE = { width: 1280, height: 900 };
export const LAPTOP = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };
export const NARROWEST = { width: 320, height: 640 };

/**
 * The screen as it stands: axe and whole rings around what has the focus at each width, the dark colours at the last, and
 * no sideways scroll at 320 pixels.
 */
export async function expectSound(page: Page, widths = [NARROW, WIDE]): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessible(page, size === widths.at(-1) ? ['light', 'dark'] : ['light']);
    expect(await findCutRings(page), `rings of the focus on ${page.url()}, ${size.width} px wide`).toEqual(
      [],
    );
  }
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(WIDE);
}

/** Nothing is wider than the smallest phone; the window is then as it was. */
export async function expectFitsSmallPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

/**
 * What belongs together stands side by side: none of these has slipped below another. All are looked at in one moment: one
 * after the other they would be on different lines where something above them is still drawn.
 */
export async function expectOneLine(page: Page, ...places: Locator[]): Promise<void> {
  const handles = await Promise.all(places.map((place) => place.elementHandle()));
  const boxes = await page.evaluate(
    (elements) => elements.map((element) => element?.getBoundingClientRect().toJSON() as DOMRect),
    handles,
  );
  const lowestTop = Math.max(...boxes.map((box) => box.top));
  const highestEnd = Math.min(...boxes.map((box) => box.bottom));
  expect(lowestTop, 'the top of the lowest, above the end of the highest').toBeLessThan(highestEnd);
}

/**
 * What can have the focus while a box around it cuts its ring off, or hides it altogether; one of each kind. Called of a
 * screen at rest; the focus is where it was before.
 */
const findCutRings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** What is out of sight in such a box comes into sight with the focus. */
    const isScrolled = (box: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const [scrollsX, scrollsY] = [overflowX, overflowY].map((value) => /auto|scroll/.test(value));
      return (
        (scrollsX === true && box.scrollWidth > box.clientWidth) ||
        (scrollsY === true && box.scrollHeight > box.clientHeight)
      );
    };
    const isCutBy = (box: Element, edge: DOMRect): boolean => {
      const { overflowX, overflowY, contain, contentVisibility } = getComputedStyle(box);
      const clips = /paint|strict|content/.test(contain) || contentVisibility === 'auto';
      const [hidesX, hidesY] = [overflowX, overflowY].map((value) => clips || /hidden|clip/.test(value));
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
      if (hidesX && hidesY && width <= 1 && height <= 1) return true;
      const isOutX = left - edge.left > 1 || edge.right - right > 1;
      const isOutY = top - edge.top > 1 || edge.bottom - bottom > 1;
      return (hidesX === true && isOutX) || (hidesY === true && isOutY);
    };
    const before = document.activeElement;
    const kinds = new Map<string, HTMLElement>();
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('[aria-hidden="true"]')) continue;
      const kind = [element.tagName, element.className, element.parentElement?.className].join(' ');
      if (!kinds.has(kind)) kinds.set(kind, element);
    }
    const cut: string[] = [];
    for (const element of kinds.values()) {
      element.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      if (document.activeElement !== element) continue;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      const reach =
        outlineStyle === 'none'
          ? 0
          : Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset));
      const { x, y, width, height } = element.getBoundingClientRect();
      const edge = new DOMRect(x - reach, y - reach, width + 2 * reach, height + 2 * reach);
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (isScrolled(box) || getComputedStyle(box).position === 'fixed') break;
        if (isCutBy(box, edge)) cut.push((element.cloneNode() as Element).outerHTML);
      }
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return [...new Set(cut)];
  });

/** On a phone whose text is twice as large as usual: no sideways scroll, and short words stand on one line. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await setTextSize(page, '200%');
  await expectNoSidewaysScroll(page);
  await expect.poll(() => findBrokenWords(page), { message: `broken words on ${page.url()}` }).toEqual([]);
  await setTextSize(page, '');
  await page.setViewportSize(WIDE);
}

/** At this width no table reaches beyond what it stands in, and none breaks a word to fit. */
export async function expectTablesFit(page: Page): Promise<void> {
  const message = `${page.viewportSize()?.width} px, ${page.url()}`;
  await expect.poll(() => findBrokenWords(page), { message: `broken words at ${message}` }).toEqual([]);
  const beyond = await page
    .getByRole('table')
    .evaluateAll(
      (tables) =>
        tables.filter(
          (table) => table.getBoundingClientRect().width > (table.parentElement?.clientWidth ?? 0) + 1,
        ).length,
    );
  expect(beyond, `tables that are too wide at ${message}`).toBe(0);
}

/** Words of three to eight letters that go on in the next line. Parts of addresses and of longer words are none. */
const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isReadAloudOnly = (element: Element | null): boolean =>
      element !== null && (element.clientWidth === 1 || isReadAloudOnly(element.parentElement));
    const broken: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!element?.checkVisibility() || element.closest('option, mark')) continue;
      if (isReadAloudOnly(element)) continue;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
        /(?<![\p{L}\p{N}@./-])\p{L}{3,8}(?![\p{L}\p{N}@/-]|\.\p{L})/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...rest] = range.getClientRects();
        if (first && rest.some(({ top }) => top >= first.bottom - 1)) broken.push(word);
      }
    }
    return broken;
  });

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Goes to another address of the page that is open, as its own links do. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    // The screen that was there is gone before the next one is looked for.
    await new Promise((resolve) => setTimeout(resolve));
  }, path);

type Shifting = typeof globalThis & { layoutShift?: number };

/** From the next page on, with motion: adds up by how much things on the screen jump while it is drawn. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen = globalThis as Shifting;
    seen.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.layoutShift = (seen.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const readLayoutShift = (page: Page) => page.evaluate(() => (globalThis as Shifting).layoutShift);

/** A font that comes late moves words by a few pixels (0.003 in all); half a screen by ten makes 0.006. */
export const expectStill = async (page: Page, what?: string, before = 0): Promise<void> =>
  expect(await readLayoutShift(page), what).toBeLessThan(before + 0.005);
