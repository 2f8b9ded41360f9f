export const KB = 1024;

/** What draws Markdown: a part of its own, which screens fetch when a text holds any (docs/decisions/0041). */
export const MARKDOWN_BUDGET = 22 * KB;

const signInPages = ['signin', 'signup', 'forgot-password'];
/** Code boxes and the two-step form come on top of what sign-in needs. */
const onboardingPages = ['reset-password', 'migration', 'email-verification'];

export interface Budget {
  /** Bytes of JavaScript on first view. */
  script: number | null;
  /** Bytes of everything on first view. */
  all: number | null;
  /** Files of the first view: on a slow line each costs a round trip. */
  files?: number;
}

/** What a page may weigh (docs/product.md 5); `hasIslands`: React runs in it. */
export function budgetOf(page: string, hasIslands: boolean): Budget {
  const area = page.split('/')[1] ?? '';
  // With the page and its two fonts a browser asks for them in one go: it fetches six files at once.
  if (page === '/') return { script: 2 * KB, all: 100 * KB, files: 5 };
  if (signInPages.includes(area)) return { script: 75 * KB, all: null };
  if (onboardingPages.includes(area)) return { script: 82 * KB, all: null };
  if (area === 'dashboard') return { script: 110 * KB, all: null, files: 12 };
  if (area === 'logout') return { script: 110 * KB, all: null };
  if (area === 'admin') return { script: 140 * KB, all: null, files: 24 };
  // The page of a certificate asks the server and writes the sheet, without a framework.
  if (page === '/certificates/code') return { script: 8 * KB, all: null };
  return hasIslands ? { script: null, all: null } : { script: 2 * KB, all: null, files: 4 };
}
