// The floors of the house: what may import what. `npm run check` and `npm test` fail on a breach.
// docs/architecture.md draws them; circles count type-only imports among folders, runtime imports among files.

/** From the lowest: a floor imports itself and the floors before it. Features stand on all of them. */
const FLOORS = [
  'contract',
  ...['errors', 'process', 'db', 'access', 'http'].map((room) => `platform/${room}`),
  'platform',
  'serving',
];
const TESTS = '\\.(test|e2e|mutation)\\.tsx?$|^api/(test|conformance)/|^site/e2e/|/testing/';

const floors = FLOORS.map((floor, index) => ({
  name: `floor-${floor.replace('/', '-')}`,
  comment: `api/${floor} imports only itself and the floors below it.`,
  severity: 'error',
  from: { path: `^api/${floor}/`, pathNot: TESTS },
  to: { path: '^(api|site|scripts|bench)/', pathNot: `^api/(${FLOORS.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...floors,
    {
      name: 'contract-imports-zod-alone',
      comment:
        'The contract is read by browsers too: no server library, no Node. Colours are reckoned by culori, in no browser.',
      severity: 'error',
      from: { path: '^api/contract/', pathNot: `${TESTS}|^api/contract/markdown/` },
      to: { pathNot: '^api/contract/|^node_modules/(zod|culori)/' },
    },
    {
      name: 'markdown-imports-its-parser-alone',
      comment:
        'How texts are read is a promise to every client: one parser for browsers and mail (docs/decisions/0041).',
      severity: 'error',
      from: { path: '^api/contract/markdown/', pathNot: TESTS },
      to: { pathNot: '^api/contract/(markdown/|text\\.ts$)|^node_modules/markdown-it/' },
    },
    {
      name: 'features-below-the-app',
      comment: 'Only tests and commands import what builds, starts and announces the product.',
      severity: 'error',
      from: { path: '^(api|site)/.*/', pathNot: TESTS },
      to: { path: '^api/[^/]+\\.ts$' },
    },
    {
      name: 'product-without-dev-dependencies',
      comment: '`npm start` installs no devDependencies.',
      severity: 'error',
      from: { path: '^(api|site|scripts/(ops|operator|build|run)/|scripts/[^/]+$)', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'framework-in-the-app-alone',
      comment: 'Features register on ApiRouter, so that no route escapes its checks (docs/decisions/0004).',
      severity: 'error',
      from: { pathNot: `${TESTS}|^api/app\\.ts$` },
      to: { path: '^node_modules/elysia/' },
    },
    {
      name: 'site-reads-the-contract-alone',
      comment: 'Server code must not reach a browser bundle.',
      severity: 'error',
      from: { path: '^site/', pathNot: TESTS },
      to: { path: '^api/', pathNot: '^api/contract/' },
    },
    {
      name: 'islands-meet-in-shared-and-ui',
      comment: 'An island does not reach into another; what two need is in islands/shared or islands/ui.',
      severity: 'error',
      from: { path: '^site/src/islands/([^/]+)/' },
      to: { path: '^site/src/islands/', pathNot: '^site/src/islands/($1|shared|ui)/' },
    },
    {
      name: 'shared-below-the-islands',
      comment: 'islands/ui draws and islands/shared keeps; neither knows an island.',
      severity: 'error',
      from: { path: '^site/src/islands/(shared|ui)/' },
      to: { path: '^site/src/islands/', pathNot: '^site/src/islands/(shared|ui)/' },
    },
    {
      name: 'no-circle-among-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-among-files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-import',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { couldNotResolve: true, pathNot: '^(astro:|bun:|bun$|virtual:)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Tests look at everything from outside; their imports make no floor.
    exclude: { path: TESTS },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import'] },
  },
};
