import type { KnipConfig } from 'knip';

/** In production mode tests do not count, so that what only they visit is reported; a name its own file uses may be exported for them. */
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  // '!' marks what production mode reads.
  entry: [
    'api/server.ts!',
    'scripts/*.{ts,mjs}!',
    'scripts/ops/*.ts!',
    'scripts/build/*.mjs!',
    'scripts/faults/*.ts!',
    'bench/{run,vitals}.ts!',
    'site/src/pages/**/*.{astro,ts}!',
    'site/src/offline-worker/*.ts!',
    'site/src/embed/post-frame.ts!',
    'site/e2e/*.ts',
    'site/e2e/unseen/**/*.{astro,ts}',
    'api/test/setup.ts',
    'api/conformance/**/*.mutation.ts',
    'api/conformance/take-away.ts',
    '{api,site,scripts,bench}/**/*.test.{ts,tsx}',
  ],
  project: [
    'api/**/*.ts!',
    'site/**/*.{ts,tsx,astro,css}!',
    'scripts/**/*.{ts,mjs}!',
    'bench/**/*.ts!',
    '!api/test/**!',
    '!api/conformance/**!',
    '!site/e2e/**!',
    '!site/src/**/testing/**!',
  ],
  // What puts a store back between two tests.
  tags: isProduction ? ['-testonly'] : [],
  ignoreExportsUsedInFile: isProduction,
  // Run as programs, or loaded by name at run time; typefaces by their files.
  ignoreDependencies: [
    /^@fontsource\//,
    ...(isProduction ? ['vite', /^@astrojs\//, '@tailwindcss/vite'] : []),
    '@astrojs/check',
    '@biomejs/biome',
    '@types/smtp-server',
    'bun',
    'typescript-7',
  ],
  // Programs of Debian: the bench on a small server, and the check of the units.
  ignoreBinaries: ['taskset', ...(isProduction ? [] : ['systemd-analyze'])],
};

export default config;
