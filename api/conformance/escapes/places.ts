import type { Pieces } from '../pieces.ts';

// Every place that escapes, cleans, quotes or encodes what people typed, by where it goes, with the tests that hold it.

type Change = readonly [from: RegExp | string, to: string];

const at = (
  glob: string,
  tests: string | readonly string[],
  changes: readonly Change[],
  only?: string,
): Pieces[] =>
  changes.map(([from, to]) => ({ glob, from, to, tests: typeof tests === 'string' ? [tests] : tests, only }));
const excused = (glob: string, from: string, to: string, excuse: string): Pieces => ({
  glob,
  from,
  to,
  tests: [],
  excuse,
});

const HTML: readonly Change[] = [['Bun.escapeHTML(', 'String(']];
const URL: readonly Change[] = [['encodeURIComponent', 'String']];
const NUL_GONE = ".replaceAll('\\0', '')";
const NUL: readonly Change[] = [[NUL_GONE, '']];

const MAIL = 'api/platform/mail/messages/messages.test.ts';
const DEV_PAGES = 'api/platform/mail/dev-pages.test.ts';
const OWN_DATA = 'api/accounts/own-account/data-file.test.ts';
const CSV = 'api/contract/csv.test.ts';
const TEXTS = 'api/contract/contract.test.ts';
const FEEDS = 'site/src/feeds/atom.test.ts';

const ofHtml = [
  ...at('api/platform/mail/dev-pages.ts', DEV_PAGES, HTML),
  ...at('api/accounts/own-account/data-file.ts', OWN_DATA, [
    [/Bun\.escapeHTML\((?!toPlain\(createdAt|NOTE|title\) :)/g, 'String('],
  ]),
  ...['Bun.escapeHTML(toPlain(createdAt))', 'Bun.escapeHTML(NOTE)', 'Bun.escapeHTML(title) :'].map((from) =>
    excused('api/accounts/own-account/data-file.ts', from, '', 'its words are those of the program'),
  ),
  ...at('api/serving/docs/routes.ts', 'api/app.test.ts', HTML, 'OpenAPI'),
  ...at('api/serving/named-pages.ts', 'api/serving/named-pages.test.ts', [
    ['/[&<>"]/g', '/[&>"]/g'],
    ['/[&<>"]/g', '/[&<>]/g'],
    ['escapeHtml(title)', 'title'],
    ['escapeHtml(description)', 'description'],
  ]),
];

const ofJsonInHtml = at('site/src/seo/structured-data.ts', 'site/src/seo/structured-data.test.ts', [
  ['[<>&', '[>&'],
  ['[<>&', '[<&'],
  ['[<>&', '[<>'],
  ['\\u2028\\u2029]', ']'],
]);

const ofFeeds = [
  ...at('site/src/feeds/{atom,news}.ts', FEEDS, HTML),
  ...at('site/src/seo/sitemap.ts', 'site/src/seo/sitemap.test.ts', HTML),
];

const ofCsv = at('api/contract/csv.ts', CSV, [
  ['FORMULA.test(text)', 'false'],
  ['.replace(LATER_CELLS, guardLaterCells)', ''],
  [`/[",\\r\\n\\t]|^'|^\\s|\\s$/.test(safe)`, 'false'],
  [`.replaceAll('"', '""')`, ''],
  [/(?<=FORMULA = .*)＝＋－＠/g, ''],
  [/(?<=FORMULA = .*)\\s\|'(?=\)\*\[)/g, "'"],
  [/(?<=FORMULA = .*)\|\^'\*\[.*?\](?=\/;)/g, ''],
  [/(?<=^const FORMULA = .*)=\+\\-@(?=＝)/g, ''],
  [/(?<=^const ENDS_AS_FORMULA = .*)＝＋－＠/g, ''],
]);

const ofMail = [
  ...at('api/platform/mail/messages/layout.ts', MAIL, [
    ...HTML,
    ['toLine(content.subject)', 'content.subject'],
    ['toGreeting(content.name)', "('Hello ' + content.name + ',')"],
    ["quote.text.replace(/^/gm, '> ')", 'quote.text'],
    [/words === address \? words : .*(?=;)/g, `'<a href="' + address + '">' + words + '</a>'`],
  ]),
  ...at('api/platform/mail/messages/content.ts', MAIL, [
    ["[\\p{Cc}\\u2028\\u2029]+/gu, ' '", "[\\u2028\\u2029]+/gu, ' '"],
    [".replace(/[^\\P{Cf}\\u200c\\u200d]/gu, '')", ''],
    [".replace(/\\s+/gu, ' ')", ''],
    [".replace(JOINERS, '')", ''],
    ['!LINK_LIKE.test(', '!/(?!)/.test('],
    ['[@/\\\\<>]|', ''],
    ['[\\p{L}\\p{M}\\p{N}_]{2,}[.。．｡][\\p{L}\\p{M}]{2,}|', ''],
    ['[\\p{L}\\p{M}\\p{N}_][.。．｡][\\p{L}\\p{M}]{2,3}(?![\\p{L}\\p{M}\\p{N}])|', ''],
    ['\\d{4,}|', ''],
    ['|www\\b', ''],
  ]),
  ...at('api/platform/mail/messages/learning.ts', MAIL, [['toLine(', 'String(']]),
  ...at('api/platform/mail/messages/{learning,sign-in}.ts', MAIL, URL),
  ...at(
    'api/platform/mail/delivery.ts',
    'api/platform/mail/mail.test.ts',
    [['if (!isEmail(to)) return', 'if (false) return']],
    'reaches nobody',
  ),
];

const ofSearches = [
  ...at('api/platform/db/text-search.ts', 'api/reports/command-palette/staff-search.test.ts', [
    ['[\\\\%_]', '[%_]'],
    ['[\\\\%_]', '[\\\\_]'],
    ['[\\\\%_]', '[\\\\%]'],
    ['escapeLike(text)}', 'text}'],
    ['toContainsPattern(text);', "'%' + text + '%';"],
  ]),
  ...at('api/platform/db/text-search.ts', 'api/accounts/users/users.test.ts', [
    ['toContainsPattern(text)}', "'%' + text + '%'}"],
  ]),
  ...at('api/awards/certificates/staff.ts', 'api/awards/certificates/staff.test.ts', [
    ['toContainsPattern(code)', "'%' + code + '%'"],
    ...NUL,
  ]),
  ...at('api/platform/db/account-search.ts', 'api/accounts/users/users.test.ts', [
    ['/[\\0\\n]/g', '/\\n/g'],
    ['/[\\0\\n]/g', '/\\0/g'],
  ]),
  ...at('api/curriculum/resources/service.ts', 'api/curriculum/resources/search.test.ts', [
    ['toContainsPattern(word)', "('%' + word + '%')"],
    ...NUL,
  ]),
  ...at('api/reports/command-palette/routes.ts', 'api/reports/command-palette/staff-search.test.ts', [
    ['escapeLike(first)', 'first'],
    ...NUL,
  ]),
  excused(
    'api/reports/command-palette/routes.ts',
    'toContainsPattern(',
    '',
    'it decides the order alone, of people who were found',
  ),
  excused('api/leaderboard/board.ts', NUL_GONE, '', 'of the words, letters and digits alone are asked for'),
  ...at('api/awards/badges/staff.ts', 'api/awards/badges/staff.test.ts', [
    ...NUL,
    [".replaceAll('\\0', '').trim()", '.trim()'],
  ]),
  ...at('api/awards/badges/pictures.ts', 'api/awards/badges/staff.test.ts', NUL),
  ...at('api/learning/search.ts', 'api/learning/search.test.ts', NUL),
];

const ofAddresses = [
  ...at('api/platform/http/share-links.ts', 'api/serving/share/share.test.ts', URL),
  ...at('api/contract/call.ts', TEXTS, URL),
  ...at('api/contract/resources.ts', 'api/curriculum/hostile-input.test.ts', [
    [".replace(/[<>\"]/g, (mark) => MARKS[mark] ?? '')", ''],
  ]),
  ...at('api/serving/manifest.ts', 'api/serving/serving.test.ts', URL),
  ...at('api/move-in/{cleaner,levels}.ts', 'api/move-in/cleaner.test.ts', URL),
  ...at(
    'site/src/islands/shared/format/social-tiles.ts',
    'site/src/islands/shared/format/social-links.test.ts',
    [...URL, ['/^https?:\\/\\//i.test(url)', 'true']],
  ),
  ...at(
    'site/src/islands/dashboard/routing/router.ts',
    'site/src/islands/dashboard/routing/router.test.ts',
    URL,
  ),
  ...at(
    'site/src/islands/shared/offline/offline-cache.ts',
    'site/src/islands/shared/query/query-offline.test.ts',
    URL,
  ),
  ...at('site/src/islands/updates/commits.ts', 'site/src/islands/updates/commits.test.ts', URL),
  ...at('site/src/islands/auth/forgot-password.ts', 'site/src/islands/auth/accounts.test.ts', URL),
  excused(
    'site/src/islands/admin/{league-files,users}/{LeagueFiles,UserDialog}.tsx',
    'encodeURIComponent',
    'String',
    'an id of the database holds no sign that an address gives a meaning',
  ),
];

const ofFileNames = [
  ...at('api/accounts/own-account/data-file.ts', OWN_DATA, [[".replace(/[^a-z0-9]+/g, '-')", '']]),
  ...at(
    'site/src/islands/shared/http/download.ts',
    'site/src/islands/dashboard/profile/account/own-account.test.ts',
    [[".replace(/^.*[\\\\/]/, '')", '']],
  ),
  ...at('api/curriculum/files/to-files.ts', 'api/curriculum/files/files.test.ts', [
    [".replace(/[^a-z0-9]+/g, '-')", ''],
  ]),
];

const ofLogLines = [
  ...at('api/platform/process/log.ts', 'api/platform/process/log.test.ts', [
    ['JSON.stringify(', '((line) => Object.values(line).join())('],
  ]),
  ...at('api/platform/db/audit-entry.ts', 'api/platform/http/denied.test.ts', [
    ...NUL,
    ['.toWellFormed()', ''],
  ]),
  ...at('scripts/operator/league-preview.ts', 'scripts/operator/league-folder.test.ts', [
    [".replace(/\\p{Cc}+/gu, ' ')", ''],
    ['withoutControls(`', '(`'],
    ['.map(withoutControls)', ''],
  ]),
];

const ofMarkdown = at(
  'api/contract/markdown/parse-markdown.ts',
  'api/contract/markdown/parse-markdown.test.ts',
  [
    ['isHttpUrl(href) || /^mailto:[^\\s\\\\]+$/i.test(href)', 'true'],
    ['isInLink ? [text] : [{', 'false ? [text] : [{'],
  ],
);

const ofStoredTexts = [
  ...at('api/contract/text.ts', TEXTS, [
    [".replace(CONTROL, '')", ''],
    [".replace(/\\r\\n?/g, '\\n')", ''],
    ['.toWellFormed()', ''],
    [".replace(UNSEEN, '')", ''],
    [".replace(STRAY_JOINER, '')", ''],
    [".replace(/\\s+/g, ' ')", ''],
  ]),
];

export const PLACES: readonly Pieces[] = [
  ...ofHtml,
  ...ofJsonInHtml,
  ...ofFeeds,
  ...ofCsv,
  ...ofMail,
  ...ofSearches,
  ...ofAddresses,
  ...ofFileNames,
  ...ofLogLines,
  ...ofMarkdown,
  ...ofStoredTexts,
];

/** How a place is known that has to stand above. */
export const SIGNS: Omit<Pieces, 'to' | 'tests'> = {
  glob: '{api,site,scripts}/**/*.{ts,tsx,astro,mjs}',
  from: /(?<!function )\b(?:escapeHTML|encodeURIComponent|escapeXml|escapeLike|toContainsPattern)(?=[()])|\\0(?=', '|\\n\])/g,
};
