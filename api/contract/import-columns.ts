import {
  NAME_MIN_LENGTH,
  PHONE_LENGTH_MAX,
  PHONE_LENGTH_MIN,
  RESOURCE_TITLE_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
} from './constants.ts';

/** What can be imported; the names of the contract, the screens say modules and topics. */
export const IMPORT_KINDS = ['users', 'weeks', 'sections', 'resources'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** A column that an import reads. */
export interface ImportColumn {
  /** As the single calls name it. */
  field: string;
  /** As templates and exported lists write it. */
  header: string;
  /** Other heads that are taken for it; capitals, hyphens and spaces do not count. */
  also?: readonly string[];
  /** What stands in it, for the person who fills in a template. */
  hint: string;
  sample: string;
  /** Names a thing that is there already: in exported lists, not in templates. */
  isId?: true;
}

/** A column by its field, its head, and what stands in it. */
function column(
  field: string,
  header: string,
  hint: string,
  more: Partial<Pick<ImportColumn, 'also' | 'sample' | 'isId'>> = {},
): ImportColumn {
  return { field, header, hint, sample: '', ...more };
}

const id = (thing: string, ...also: string[]) =>
  column('id', 'ID', `From an exported list: this very ${thing} is changed`, { also, isId: true });
const parentId = (field: string, header: string, ...also: string[]) =>
  column(field, header, 'From an exported list', { also, isId: true });

const LEAGUE_ID = parentId('leagueId', 'League ID');
const WEEK_ID = parentId('weekId', 'Module ID', 'week id');
const LEAGUE = column('league', 'League', 'Not needed when a league is chosen above', {
  also: ['league name'],
  sample: 'Finance',
});
const ORDER = column('order', 'Order', 'A whole number from 1; tells which one is meant', {
  also: ['position', 'number', 'no'],
  sample: '1',
});
const DESCRIPTION = column(
  'description',
  'Description',
  'Left as it is without this column; an empty cell takes it away',
);
const MODULE = column('week', 'Module', 'Its name or its order', {
  also: ['week', 'module name', 'week name'],
  sample: 'Basics',
});
const MODULE_ORDER = column(
  'weekOrder',
  'Module order',
  'Only when two modules of the league have one name',
  {
    also: ['week order'],
  },
);

/** The columns of each kind, in the order of the template. */
export const IMPORT_COLUMNS: Record<ImportKind, readonly ImportColumn[]> = {
  users: [
    column('email', 'E-mail', 'Tells people apart', {
      also: ['mail', 'e-mail address'],
      sample: 'asha@example.org',
    }),
    column('name', 'Name', `At least ${NAME_MIN_LENGTH} characters`, {
      also: ['full name', 'student name'],
      sample: 'Asha Verma',
    }),
    column('leagues', 'Leagues', 'Leagues to enroll in, parted by semicolons; the account has to be active', {
      also: ['league'],
      sample: 'Finance; Quantum',
    }),
    column('status', 'Status', 'ACTIVE or PENDING (waits for approval); PENDING when empty', {
      sample: 'ACTIVE',
    }),
    column('institute', 'Institute', 'Optional', {
      also: ['institution', 'college', 'university'],
      sample: 'Institute of Technology',
    }),
    column('department', 'Department', 'Optional', { also: ['branch'], sample: 'Biotechnology' }),
    column('graduationYear', 'Graduation year', 'Optional', { also: ['year'], sample: '2028' }),
    column('studentId', 'Student ID', 'Optional', {
      also: ['roll number', 'student number'],
      sample: 'BT-104',
    }),
    column('phoneNumber', 'Phone number', `Optional, ${PHONE_LENGTH_MIN} to ${PHONE_LENGTH_MAX} digits`, {
      also: ['phone', 'mobile', 'mobile number'],
      sample: '+91 98765 43210',
    }),
    column('portfolioUrl', 'Portfolio', 'Optional address', {
      also: ['portfolio url', 'website'],
      sample: 'https://asha.example.org',
    }),
    column('githubUsername', 'GitHub', 'Optional', { also: ['github username'], sample: 'asha' }),
    column('linkedinUrl', 'LinkedIn', 'Optional address', { also: ['linkedin url'] }),
    column('twitterHandle', 'Twitter', 'Optional', {
      also: ['x', 'twitter handle', 'x handle'],
      sample: '@asha',
    }),
    column('discordUsername', 'Discord', 'Optional', { also: ['discord username'] }),
    column('kaggleUsername', 'Kaggle', 'Optional', { also: ['kaggle username'] }),
  ],
  weeks: [
    LEAGUE,
    ORDER,
    column('name', 'Name', 'The name of the module', {
      also: ['module', 'week', 'module name', 'week name', 'title'],
      sample: 'Basics',
    }),
    DESCRIPTION,
    id('module', 'module id', 'week id'),
    LEAGUE_ID,
  ],
  sections: [
    LEAGUE,
    MODULE,
    MODULE_ORDER,
    ORDER,
    column('name', 'Name', `The name of the topic, at most ${SECTION_NAME_MAX_LENGTH} characters`, {
      also: ['topic', 'section', 'topic name', 'section name', 'title'],
      sample: 'What money is',
    }),
    DESCRIPTION,
    id('topic', 'topic id', 'section id'),
    WEEK_ID,
    LEAGUE_ID,
  ],
  resources: [
    LEAGUE,
    MODULE,
    MODULE_ORDER,
    column('section', 'Topic', 'Its name or its order', {
      also: ['section', 'topic name', 'section name'],
      sample: 'What money is',
    }),
    column('sectionOrder', 'Topic order', 'Only when two topics of the module have one name', {
      also: ['section order'],
    }),
    ORDER,
    column('title', 'Title', `At most ${RESOURCE_TITLE_MAX_LENGTH} characters`, {
      also: ['name', 'resource', 'resource title'],
      sample: 'A short history of money',
    }),
    column('type', 'Type', 'VIDEO, ARTICLE, EXTERNAL_LINK or BLOG', {
      also: ['resource type', 'kind'],
      sample: 'ARTICLE',
    }),
    column('url', 'URL', 'An address that begins with https:// or http://', {
      also: ['link', 'address', 'web address'],
      sample: 'https://example.org/money',
    }),
    id('resource', 'resource id'),
    parentId('sectionId', 'Topic ID', 'section id'),
    WEEK_ID,
    LEAGUE_ID,
  ],
};

/** A head as it is compared: 'Graduation_Year' and 'graduation year' are one. */
export function toColumnKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^e mail\b/, 'email');
}

/** The heads of a template, without the ids that only exported lists have. */
export function templateHeaders(kind: ImportKind): string[] {
  return IMPORT_COLUMNS[kind].filter(({ isId }) => !isId).map(({ header }) => header);
}
