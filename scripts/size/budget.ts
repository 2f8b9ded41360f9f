export const KB = 1024;

export const MARKDOWN_BUDGET = 22 * KB;

const signInPages = ['signin', 'signup', 'forgot-password'];
// Have code boxes and the two-step form on top of sign-in.
const onboardingPages = ['reset-password', 'migration', 'email-verification'];

export interface Budget {
  /** Bytes of JavaScript at first view. */
  script: number | null;
  /** Bytes of everything at first view. */
  all: number | null;
  /** Files at first view; each costs a round trip on a slow line. */
  files?: number;
}

/** See docs/product.md 5. `hasIslands`: the page runs React. */
export function budgetOf(page: string, hasIslands: boolean): Budget {
  const area = page.split('/')[1] ?? '';
  // A browser fetches six files at once.
  if (page === '/') return { script: 2 * KB, all: 100 * KB, files: 5 };
  if (signInPages.includes(area)) return { script: 75 * KB, all: null };
  if (onboardingPages.includes(area)) return { script: 82 * KB, all: null };
  if (area === 'dashboard') return { script: 110 * KB, all: null, files: 12 };
  if (area === 'logout') return { script: 110 * KB, all: null };
  if (area === 'admin') return { script: 140 * KB, all: null, files: 24 };
  if (page === '/certificates/code' || page === '/people/address') return { script: 8 * KB, all: null };
  if (page === '/verify') return { script: 60 * KB, all: null };
  return hasIslands ? { script: null, all: null } : { script: 2 * KB, all: null, files: 4 };
}
