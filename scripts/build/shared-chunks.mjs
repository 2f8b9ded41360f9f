/** Where islands lie; what comes after is `<area>/<file>`. */
const ISLANDS = '/site/src/islands/';
/** Islands around an account; all but the two areas are on public pages. */
const ACCOUNT_AREAS = new Set(['auth', 'logout', 'profile-migration', 'shared']);
/** The pages that most accounts meet, with the smallest budgets. */
const SIGN_IN = ['auth/SignIn.tsx', 'auth/SignUp.tsx', 'auth/ForgotPassword.tsx'];
/** From three screens of the staff area on, a shared chunk pays. */
const MANY_SCREENS = 3;

/** A module goes into the first group that takes it; more pages need the upper groups. */
const GROUPS = [
  'react',
  'calls',
  'account',
  'sign-in',
  'signed-in',
  'areas',
  'learner',
  'staff',
  'dialogs',
  'staff-parts',
];

/**
 * Cuts the scripts of islands into few files. Left alone, the bundler gives each set of pages that share a module a file of
 * its own: 60 for the dashboard (limit 12) and 91 for /admin/users (limit 24). Here a module is grouped by who needs it on
 * first view, so that no page loads much that only others need.
 * @returns {import('vite').Plugin}
 */
export function sharedChunks() {
  const groupOf = new Map();
  const groups = GROUPS.map((name, index) => ({
    name,
    priority: GROUPS.length - index,
    test: (id) => groupOf.get(id) === name,
  }));
  return {
    name: 'shared-chunks',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return undefined;
      const codeSplitting = { includeDependenciesRecursively: false, groups };
      return {
        // An entry whose group has only what it needs is that group's file, without a file before it.
        build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { codeSplitting } } },
      };
    },
    buildEnd() {
      if (this.environment.name !== 'client') return;
      const modules = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]));
      for (const [id, roots] of findRoots(modules)) {
        const group = chooseGroup(id, roots);
        if (group) groupOf.set(id, group);
      }
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const parts = Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.facadeModuleId)
        .map((chunk) => [toIsland(chunk.facadeModuleId), chunk.fileName])
        .filter(([island]) => island);
      // Read and taken away by script-preloads.ts.
      const source = JSON.stringify(Object.fromEntries(parts));
      this.emitFile({ type: 'asset', fileName: '.parts.json', source });
    },
  };
}

/** Entries, and parts loaded on demand, that bring each module along. */
function findRoots(modules) {
  const roots = new Map([...modules.keys()].map((id) => [id, { entries: [], parts: [] }]));
  for (const [root, { isEntry, dynamicImporters }] of modules) {
    if (!isEntry && dynamicImporters.length === 0) continue;
    const seen = new Set();
    const queue = [root];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (seen.has(id) || !modules.has(id)) continue;
      seen.add(id);
      roots.get(id)[isEntry ? 'entries' : 'parts'].push(root);
      queue.push(...modules.get(id).importedIds.filter((next) => isKept(id, next)));
    }
  }
  return roots;
}

/** light-contract.mjs drops schemas, and with them what only they import. */
function isKept(from, to) {
  return !from.includes('/api/contract/') || /\/api\/contract\/(?:errors|otp-format)\.ts$/.test(to);
}

/** Null leaves the module to the bundler. */
function chooseGroup(id, { entries, parts }) {
  if (/\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//.test(id)) return 'react';
  if (id.includes('/node_modules/zod/') || id.endsWith('/api/contract/profile-rules.ts')) return null;
  // Both areas import this one line, which would be a file of its own.
  if (id.endsWith('/api/contract/exports.ts')) return 'calls';
  const islands = entries.map(toIsland).filter(Boolean);
  const areas = new Set(islands.map(toArea));
  const learnerParts = parts.filter((part) => toArea(toIsland(part)) === 'dashboard');
  const staffParts = parts.filter((part) => toArea(toIsland(part)) === 'admin');
  // A part of two learner screens goes with their area, not into its own file.
  const needsLearner = areas.has('dashboard') || learnerParts.length > 1;
  const needsStaff = areas.has('admin');
  // The home page's own script is the smallest of all.
  if (entries.some((entry) => entry.includes('/pages/index.astro'))) return null;
  if (entries.some((entry) => entry.includes('.astro'))) return islands.length > 0 ? 'calls' : null;
  if (areas.has('gallery')) return needsLearner ? 'react' : null;
  const signIn = islands.filter((island) => SIGN_IN.includes(island)).length;
  const account = islands.filter((island) => ACCOUNT_AREAS.has(toArea(island))).length;
  const isPublic = [...areas].some(
    (area) => area !== 'dashboard' && area !== 'admin' && !ACCOUNT_AREAS.has(area),
  );
  if (needsLearner) {
    if (signIn > 0 || account > 3) return 'account';
    if (account > 0 || isPublic) return 'signed-in';
    return needsStaff || staffParts.length > 0 ? 'areas' : 'learner';
  }
  if (signIn > 1) return 'sign-in';
  if (account > 0 || isPublic) return null;
  // A learner's part must not bring the staff area with it.
  if (needsStaff) return learnerParts.length > 0 ? 'areas' : 'staff';
  if (learnerParts.length > 0 && staffParts.length >= MANY_SCREENS) return 'dialogs';
  return staffParts.length >= MANY_SCREENS ? 'staff-parts' : null;
}

/** `dashboard/DashboardApp.tsx`; empty for a module that is no island's. */
function toIsland(id) {
  return id.includes(ISLANDS) ? id.slice(id.indexOf(ISLANDS) + ISLANDS.length).split('?')[0] : '';
}

const toArea = (island) => island.split('/')[0];
