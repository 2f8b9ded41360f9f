export const CATEGORIES = [
  'Features',
  'Bug Fixes',
  'Maintenance',
  'Documentation',
  'DevOps',
  'Database',
  'Authentication',
  'Admin Panel',
  'Learning Platform',
  'Gamification',
  'UI Components',
  'General',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Conventional prefixes: 'fix: …', 'feat(admin)!: …'. */
const PREFIXES: Record<string, Category> = {
  feat: 'Features',
  feature: 'Features',
  fix: 'Bug Fixes',
  bugfix: 'Bug Fixes',
  hotfix: 'Bug Fixes',
  chore: 'Maintenance',
  refactor: 'Maintenance',
  perf: 'Maintenance',
  style: 'Maintenance',
  test: 'Maintenance',
  tests: 'Maintenance',
  revert: 'Maintenance',
  docs: 'Documentation',
  doc: 'Documentation',
  build: 'DevOps',
  ci: 'DevOps',
  cd: 'DevOps',
  deploy: 'DevOps',
  devops: 'DevOps',
  db: 'Database',
  database: 'Database',
  migration: 'Database',
  auth: 'Authentication',
  admin: 'Admin Panel',
  learning: 'Learning Platform',
  gamification: 'Gamification',
  ui: 'UI Components',
};

/** The first match counts. */
const KEYWORDS: readonly (readonly [Category, RegExp])[] = [
  [
    'Authentication',
    /\b(auth\w*|log[ -]?in|log[ -]?out|sign[ -]?(in|up|out)|passwords?|otp|tokens?|sessions?)\b/,
  ],
  ['Admin Panel', /\b(admin|staff|pathfinder (panel|area))\b/],
  ['Gamification', /\b(gamif\w*|badges?|leaderboard|points|streaks?|ranks?|ranking)\b/],
  ['Database', /\b(database|db|schema|sql|postgres\w*|migrations?|seed|index(es)?)\b/],
  ['DevOps', /\b(docker\w*|deploy\w*|pipelines?|workflows?|ci|nginx|monitoring|grafana|release)\b/],
  ['Documentation', /\b(docs?|documentation|readme|changelog|comments?)\b/],
  [
    'Learning Platform',
    /\b(leagues?|cohorts?|modules?|topics?|weeks?|sections?|resources?|enrol\w*|progress|assignments?|courses?)\b/,
  ],
  [
    'UI Components',
    /\b(ui|buttons?|modals?|dialogs?|nav(bar|igation)?|footer|layout|css|styles?|responsive|components?|icons?|dark mode)\b/,
  ],
  ['Bug Fixes', /\b(fix(e[sd])?|bugs?|crash(es)?|broken|repair\w*)\b/],
  ['Features', /\b(adds?|added|new|implement\w*|introduce\w*|features?|support)\b/],
  [
    'Maintenance',
    /\b(bump\w*|updat\w*|upgrad\w*|refactor\w*|clean\w*|remov\w*|renam\w*|merge\w*|dependenc\w*)\b/,
  ],
];

export function toCategory(summary: string): Category {
  const line = summary.trim().toLowerCase();
  const prefix = /^([a-z]+)(\([^)]*\))?!?:/.exec(line)?.[1] ?? '';
  if (Object.hasOwn(PREFIXES, prefix)) return PREFIXES[prefix] ?? 'General';
  return KEYWORDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'General';
}
