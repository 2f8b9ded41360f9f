const ISLANDS = '/site/src/islands/';
// Areas outside this set are public, except dashboard and admin.
const ACCOUNT_AREAS = new Set(['auth', 'logout', 'profile-migration', 'shared']);
// The island of an event waits until it comes into view, so it may load the chunk of the areas.
const AREAS = new Set(['dashboard', 'admin', 'events']);
const SIGN_IN = ['auth/SignIn.tsx', 'auth/SignUp.tsx', 'auth/ForgotPassword.tsx'];
const MANY_SCREENS = 3;

// A module goes into the first matching group.
const GROUPS = [
  'react',
  'calls',
  'account',
  'sign-in',
  'signed-in',
  'areas',
  'learner',
  'staff',
  'ticks',
  'dialogs',
  'staff-parts',
  'certificates',
];

/**
 * Groups island modules by the pages that need them at first view. The bundler's own chunking makes 60 files for the
 * dashboard (limit 12) and 91 for /admin/users (limit 24).
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
        // Lets an entry share its group's file instead of importing it from a file of its own.
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
      // Read and deleted by script-preloads.ts.
      const source = JSON.stringify(Object.fromEntries(parts));
      this.emitFile({ type: 'asset', fileName: '.parts.json', source });
    },
  };
}

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

// strip-contract.mjs drops schemas, and with them their imports.
function isKept(from, to) {
  return (
    !from.includes('/api/contract/') || /\/api\/contract\/(?:errors|otp-format|import-columns)\.ts$/.test(to)
  );
}

/** Null leaves the module to the bundler. */
function chooseGroup(id, { entries, parts }) {
  if (/\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//.test(id)) return 'react';
  if (id.includes('/node_modules/zod/') || id.endsWith('/api/contract/profile-rules.ts')) return null;
  // Few screens drag, so the others do not load it.
  if (id.includes('/node_modules/@dnd-kit/')) return null;
  // Both areas import this one line, which would get its own file.
  if (id.endsWith('/api/contract/exports.ts')) return 'calls';
  if (id.endsWith('/ui/TabLinks.tsx')) return 'areas';
  // Both are small, and the page of a certificate needs them at once.
  if (/\/(?:certificate-code|linkedin)\.ts$/.test(id)) return 'certificates';
  // A league's rows need these two at first view, and nothing else of the dialogs.
  if (/\/ui\/(?:Checkbox|Switch)\.tsx$/.test(id)) return 'ticks';
  // No first view needs these: news and settings come with the profile, dialogs and disclosures open on a click, and
  // sessions have one screen in each area.
  if (
    /\/(?:contract\/news\.ts|ui\/Disclosure\.tsx|account\/(?:AccountDialog|Outcome)\.tsx|shell\/Loaded\.tsx|mentoring\/\w+\.tsx?|mentoring\.ts)$/.test(
      id,
    )
  )
    return null;
  // All of these open on a click.
  if (
    /\/(?:ui\/Textarea|form\/discard-question|action\/failures|http\/download|markdown\/MarkdownBox)\.tsx?$/.test(
      id,
    )
  )
    return 'dialogs';
  const islands = entries.map(toIsland).filter(Boolean);
  const areas = new Set(islands.map(toArea));
  const learnerParts = parts.filter((part) => toArea(toIsland(part)) === 'dashboard');
  const staffParts = parts.filter((part) => toArea(toIsland(part)) === 'admin');
  // A part of two learner screens goes with their area.
  const needsLearner = areas.has('dashboard') || learnerParts.length > 1;
  const needsStaff = areas.has('admin');
  if (entries.some((entry) => entry.includes('/pages/index.astro'))) return null;
  if (entries.some((entry) => entry.includes('.astro'))) return islands.length > 0 ? 'calls' : null;
  if (areas.has('gallery')) return needsLearner ? 'react' : null;
  const signIn = islands.filter((island) => SIGN_IN.includes(island)).length;
  const account = islands.filter((island) => ACCOUNT_AREAS.has(toArea(island))).length;
  const isPublic = [...areas].some((area) => !AREAS.has(area) && !ACCOUNT_AREAS.has(area));
  if (needsLearner) {
    if (signIn > 0 || account > 3) return 'account';
    if (account > 0 || isPublic) return 'signed-in';
    return needsStaff || staffParts.length > 0 ? 'areas' : 'learner';
  }
  if (signIn > 1) return 'sign-in';
  if (account > 0 || isPublic) return null;
  // A learner's part must not load the staff area.
  if (needsStaff) return learnerParts.length > 0 ? 'areas' : 'staff';
  if (learnerParts.length > 0 && staffParts.length >= MANY_SCREENS) return 'dialogs';
  return staffParts.length >= MANY_SCREENS ? 'staff-parts' : null;
}

function toIsland(id) {
  return id.includes(ISLANDS) ? id.slice(id.indexOf(ISLANDS) + ISLANDS.length).split('?')[0] : '';
}

const toArea = (island) => island.split('/')[0];
