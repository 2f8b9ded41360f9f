import { readFileSync } from 'node:fs';

interface Manifest {
  files: { file: string }[];
}

const manifest: Manifest = JSON.parse(
  readFileSync(new URL('../../dist/.serving.json', import.meta.url), 'utf8'),
);

/** The address of every page that was built. */
export const BUILT_PAGES = manifest.files
  .filter(({ file }) => file.endsWith('.html') && file !== '404.html')
  .map(({ file }) => `/${file.replace(/\/?index\.html$/, '')}`);

/** The public pages with their titles before ' | {product}', and where each can be recognised. */
export const PUBLIC_PAGES = [
  { path: '/', title: 'Home', heading: /Pick a league/ },
  { path: '/about', title: 'About', heading: /./ },
  { path: '/accelerate', title: 'Accelerate 1.0', heading: 'Accelerate 1.0' },
  { path: '/cohorts', title: 'Cohorts', heading: /Cohort 1\.5/ },
  { path: '/community', title: 'Community', heading: /./ },
  { path: '/events', title: 'Events', heading: /./ },
  { path: '/events/hackathon-1', title: 'Hackathon: the Punjab round', heading: /Hackathon/ },
  { path: '/updates', title: 'Platform updates', heading: 'Platform updates' },
  { path: '/verify', title: 'Check a certificate', heading: 'Check a certificate' },
  { path: '/privacy', title: 'Privacy Policy', heading: 'Privacy Policy' },
  { path: '/terms', title: 'Terms of Service', heading: 'Terms of Service' },
] as const;

/** The account pages that a signed-out visitor can open, '/reset-password' with the address it needs. */
export const ACCOUNT_PAGES = [
  { path: '/signin', title: 'Sign In', heading: 'Sign In' },
  { path: '/signup', title: 'Sign Up', heading: 'Create your account' },
  { path: '/forgot-password', title: 'Forgot Password', heading: 'Forgot your password?' },
  {
    path: '/reset-password?email=meera%40journey.test',
    title: 'Reset Password',
    heading: 'Choose a new password',
  },
  {
    path: '/not-me#used',
    title: 'This was not me',
    heading: 'This link is used up',
  },
  { path: '/unsubscribe#t0ken', title: 'Stop mails', heading: 'Stop these mails?' },
  { path: '/events/registration', title: 'Your registration', heading: 'Your registration' },
] as const;

/** The coming events of the demo content, the soonest first. */
export const COMING_EVENT_IDS = ['build-night-1', 'hackathon-2'];

/** Its ten past events, the newest first. */
export const EVENT_IDS = [
  'hackathon-1',
  'accelerate-meet-1',
  'accelerate-meet-2',
  'retreat-1',
  'capstone-announcement-1',
  'cohort-orientation-1',
  'orientation-1',
  'openmic-1',
  'build-along-sessions-1',
  'ml-mentorship-1',
];
