import { FileReply } from '../../platform/http/reply.ts';
import { palette, product } from '../../platform/process/product.ts';
import type { DataValue, OwnData } from './data.ts';

const { light, dark } = palette;

const TITLES: Record<string, string> = {
  account: 'Your account',
  sessions: 'Where you signed in',
  formerAddresses: 'Address that you had until lately',
  reportLinks: 'Links “This was not me” that we mailed',
  passkeys: 'Your passkeys',
  recoveryCodes: 'Your recovery codes',
  codes: 'Codes that were sent to you',
  enrollments: 'Leagues you joined',
  learnerStats: 'Your totals',
  leagueProgress: 'Your progress by league',
  sectionProgress: 'Your topics',
  resourceProgress: 'Your resources and notes',
  progressEvents: 'Everything you did, in order',
  revisionCards: 'When your marked resources come next',
  revisionReviews: 'Your answers about what you remember',
  revisionPauses: 'Your pause of revision',
  submissions: 'Your answers to assignments',
  badges: 'Your badges',
  specializations: 'Your specializations',
  certificates: 'Your certificates',
  mentorNaming: 'Your naming as a mentor',
  mentorTimes: 'Times you offered as a mentor',
  mentorSessions: 'Your sessions with a mentor',
  mentorNotes: 'Your notes on sessions',
  scopes: 'Leagues you may manage',
  workForOthers: 'What you did for others as staff',
  messages: 'Messages we sent to you',
  auditEntries: 'Log of changes by you and to your account',
  fields: 'Why we keep this, and for how long',
};

const LABELS: Record<string, string> = {
  id: 'ID',
  olid: `${product.shortName} ID`,
  email: 'Email address',
  emailVerifiedAt: 'Email address verified at',
  newEmail: 'New email address',
  migratedToV2At: 'Profile completed at',
  portfolioUrl: 'Portfolio address',
  linkedinUrl: 'LinkedIn address',
  githubUsername: 'GitHub username',
  twitterHandle: 'X handle',
  ipAddress: 'Network address',
  userAgent: 'Browser',
  section: 'Topic',
  sectionId: 'Topic ID',
  isRanked: 'On the leaderboard',
  completedSections: 'Completed topics',
  completedWeeks: 'Completed modules',
};

const OWN_ID = ['userId', 'pathfinderId', 'mentorId', 'learnerId', 'authorId'];

const NOTE =
  'Not in this file, because they would open your account: what is stored to check your password, your tokens and your codes.';

export function toDataFile(data: OwnData, format: 'json' | 'html', now = new Date()): FileReply {
  const createdAt = now.toISOString();
  const name = `${product.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-my-data-${createdAt.slice(0, 10)}`;
  if (format === 'json') {
    const content = JSON.stringify({ product: product.name, createdAt, note: NOTE, ...data }, null, 2);
    return new FileReply('application/json', `${name}.json`, content);
  }
  return new FileReply('text/html', `${name}.html`, toPage(data, createdAt));
}

function toPage(data: OwnData, createdAt: string): string {
  const title = `Your data at ${product.name}`;
  const names = [...Object.keys(TITLES), ...Object.keys(data).filter((name) => !(name in TITLES))];
  const shown = names.filter((name) => name in data);
  const list = shown
    .map((name) => `<li><a href="#${Bun.escapeHTML(name)}">${Bun.escapeHTML(toTitle(name))}</a></li>`)
    .join('\n');
  const sections = shown
    .map(
      (name) =>
        `<section><h2 id="${Bun.escapeHTML(name)}">${Bun.escapeHTML(toTitle(name))}</h2>\n${toHtml(data[name] ?? null)}</section>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${Bun.escapeHTML(title)}</title>
<style>
body{margin:0 auto;padding:2rem 1rem 4rem;max-width:72rem;font:16px/1.55 system-ui,sans-serif;background:${light.page};color:${light.strong};overflow-wrap:anywhere}
h1{font-size:1.9rem;line-height:1.15;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-left:.75rem;border-left:.4rem solid ${light.brand}}
nav ul{columns:16rem;padding-left:1.2rem}a{color:inherit}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid ${light.line};min-width:6rem;max-width:28rem;white-space:pre-wrap}
dl{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:.35rem 1rem;margin:0}dt{font-weight:600}dd{margin:0;white-space:pre-wrap}
.none{color:${light.muted}}
@media (max-width:36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media (prefers-color-scheme:dark){body{background:${dark.page};color:${dark.strong}}h2{border-color:${dark.brand}}th,td{border-color:${dark.line}}.none{color:${dark.muted}}}
</style></head><body>
<h1>${Bun.escapeHTML(title)}</h1>
<p>Made on ${Bun.escapeHTML(toPlain(createdAt))}. ${Bun.escapeHTML(NOTE)}</p>
<nav aria-label="Parts"><ul>
${list}
</ul></nav>
<main>
${sections}
</main></body></html>`;
}

function toHtml(value: DataValue): string {
  if (value === null || value === '') return '<span class="none">none</span>';
  if (Array.isArray(value)) return value.length === 0 ? '<p class="none">Nothing.</p>' : toTable(value);
  if (typeof value === 'object') {
    const lines = Object.entries(value)
      .filter(([name]) => !OWN_ID.includes(name))
      .map(([name, one]) => `<dt>${Bun.escapeHTML(toTitle(name))}</dt><dd>${toHtml(one)}</dd>`);
    return `<dl>${lines.join('\n')}</dl>`;
  }
  return Bun.escapeHTML(toPlain(value));
}

function toTable(rows: DataValue[]): string {
  const records = rows.filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row));
  if (records.length !== rows.length)
    return `<ul>${rows.map((row) => `<li>${toHtml(row)}</li>`).join('')}</ul>`;
  const names = Object.keys(records[0] ?? {}).filter((name) => !OWN_ID.includes(name));
  const head = names.map((name) => `<th scope="col">${Bun.escapeHTML(toTitle(name))}</th>`).join('');
  const body = (records as Record<string, DataValue>[])
    .map((row) => `<tr>${names.map((name) => `<td>${toCell(name, row[name] ?? null)}</td>`).join('')}</tr>`)
    .join('\n');
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table></div>`;
}

function toCell(name: string, value: DataValue): string {
  const title = name === 'part' && typeof value === 'string' ? TITLES[value] : undefined;
  return title ? Bun.escapeHTML(title) : toHtml(value);
}

function toPlain(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) {
    return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`;
  }
  return String(value);
}

/** 'createdAt' becomes 'Created at', 'leagueId' becomes 'League ID'. */
function toTitle(name: string): string {
  const known = TITLES[name] ?? LABELS[name];
  if (known) return known;
  const label = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1).replace(/ id$/, ' ID').replace(/ url$/, ' address');
}
