import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

const translation = readFileSync('api/test/cases/translated-page/translate.js', 'utf8');

/** Translates the open page as a browser does, and goes on with what is drawn later. */
export async function translate(page: Page): Promise<void> {
  // Astro takes `ssr` away before React has hydrated; React marks the outer elements last.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island')].every(
      (island) =>
        !island.hasAttribute('ssr') &&
        [...island.querySelectorAll(':scope > :not(template)')].every((element) =>
          Object.keys(element).some((key) => key.startsWith('__reactFiber')),
        ),
    ),
  );
  await page.evaluate(translation);
  await expect(page.getByRole('main').locator('font').first()).toBeAttached();
}
