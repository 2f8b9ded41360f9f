import home from '#content/home/home.json';
import pages from '#content/pages/pages.json';
import accelerate from '#content/programme/accelerate.json';
import { fillCohort } from '#site/content/cohort.ts';

export type CardArt = 'lines' | 'leagues' | 'stations' | 'people' | 'days' | 'document' | 'pictures';

/** A page with a share card that search engines may list. Events are listed separately. */
export interface PublicPage {
  path: string;
  title: string;
  card: {
    title?: string;
    line: string;
    art: CardArt;
  };
}

/** Every public page except events. Pages missing here carry `noindex`. */
export const PUBLIC_PAGES: readonly PublicPage[] = fillCohort([
  {
    path: '/',
    title: 'Home',
    card: {
      ...home.card,
      art: 'lines',
    },
  },
  { path: '/about', title: 'About', card: { line: pages.about.cardLine, art: 'lines' } },
  {
    path: '/accelerate',
    title: accelerate.title,
    card: { line: pages.accelerate.cardLine, art: 'stations' },
  },
  {
    path: '/cohorts',
    title: 'Cohorts',
    card: { line: pages.cohorts.cardLine, art: 'leagues' },
  },
  { path: '/community', title: 'Community', card: { line: pages.community.cardLine, art: 'people' } },
  {
    path: '/events',
    title: 'Events',
    card: { line: pages.events.cardLine, art: 'pictures' },
  },
  {
    path: '/updates',
    title: 'Platform updates',
    card: { line: 'Every change to the platform, as it is made.', art: 'days' },
  },
  {
    path: '/verify',
    title: 'Check a certificate',
    card: { line: 'Type its code or open its file.', art: 'document' },
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    card: { line: 'What we keep about you, and why.', art: 'document' },
  },
  {
    path: '/terms',
    title: 'Terms of Service',
    card: { line: 'What we promise, and what we ask.', art: 'document' },
  },
  {
    path: '/signin',
    title: 'Sign In',
    card: { line: 'To your leagues, your progress and your cohort.', art: 'lines' },
  },
  {
    path: '/signup',
    title: 'Sign Up',
    card: { line: 'Make an account and join the open cohort.', art: 'lines' },
  },
]);

/** '/about' for '/about/'. */
export const toPlainPath = (path: string) => path.replace(/(.)\/+$/, '$1');

export function findPublicPage(path: string): PublicPage | undefined {
  const plain = toPlainPath(path);
  return PUBLIC_PAGES.find((page) => page.path === plain);
}
