import { NAME_MIN_LENGTH, PHONE_LENGTH_MAX, PHONE_LENGTH_MIN } from './constants.ts';
import { MODULE_FIELDS, RESOURCE_FIELDS, type SheetFields, TOPIC_FIELDS } from './curriculum-fields.ts';

export const IMPORT_KINDS = ['users', 'weeks', 'sections', 'resources'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export interface ImportColumn {
  /** Name in the single calls; also accepted as a heading. */
  field: string;
  /** Heading in templates and exported lists. */
  header: string;
  also?: readonly string[];
  hint: string;
  sample: string;
  /** Identifies an existing thing; in exported lists, not in templates. */
  isId?: true;
}

function column(
  field: string,
  header: string,
  hint: string,
  more: Partial<Pick<ImportColumn, 'also' | 'sample' | 'isId'>> = {},
): ImportColumn {
  return { field, header, hint, sample: '', ...more };
}

const columnsOf = (fields: SheetFields) =>
  Object.entries(fields).map(([field, { label, hint, also, sample }]) =>
    column(field, label, hint, { also, sample }),
  );

const id = (thing: string, ...also: string[]) =>
  column('id', 'ID', `From an exported list: this very ${thing} is changed`, { also, isId: true });
const parentId = (field: string, header: string) =>
  column(field, header, 'From an exported list', { isId: true });

const LEAGUE_ID = parentId('leagueId', 'League ID');
const WEEK_ID = parentId('weekId', 'Module ID');
const LEAGUE = column('league', 'League', 'Not needed when a league is chosen above', {
  also: ['league name'],
  sample: 'Finance',
});
const ORDER_HINT = 'A whole number from 1; tells which one is meant';
const order = (also: readonly string[], hint = ORDER_HINT) =>
  column('order', 'Order', hint, {
    also: ['position', 'number', 'no', 'order number', 'order no', ...also],
    sample: '1',
  });
const module = (hint: string) =>
  column('week', 'Module', hint, { also: ['module name', 'week name'], sample: 'Basics' });
const MODULE_ORDER = column(
  'weekOrder',
  'Module order',
  'Only when two modules of the league have one name',
  {
    also: ['module number', 'module no', 'week number', 'week no'],
  },
);

export const IMPORT_COLUMNS: Record<ImportKind, readonly ImportColumn[]> = {
  users: [
    column('email', 'E-mail', 'Tells people apart', {
      also: ['emails', 'mail', 'email address', 'mail address', 'email id', 'mail id', 'student email'],
      sample: 'asha@example.org',
    }),
    column('name', 'Name', `At least ${NAME_MIN_LENGTH} characters`, {
      also: ['full name', 'student name', 'name of student', 'name of the student'],
      sample: 'Asha Verma',
    }),
    column('leagues', 'Leagues', 'Leagues to enroll in, parted by semicolons; the account has to be active', {
      also: ['league'],
      sample: 'Finance; Quantum',
    }),
    column('status', 'Status', 'ACTIVE or PENDING (waits for approval); PENDING when empty', {
      also: ['account status'],
      sample: 'ACTIVE',
    }),
    column('institute', 'Institute', 'Optional', {
      also: ['institute name', 'institution', 'college', 'college name', 'university', 'university name'],
      sample: 'Institute of Technology',
    }),
    column('department', 'Department', 'Optional', {
      also: ['department name', 'dept', 'branch'],
      sample: 'Biotechnology',
    }),
    column('graduationYear', 'Graduation year', 'Optional', {
      also: ['year', 'year of graduation', 'passing year', 'year of passing'],
      sample: '2028',
    }),
    column('studentId', 'Student ID', 'Optional', {
      also: ['roll number', 'roll no', 'student number', 'student no'],
      sample: 'BT-104',
    }),
    column('phoneNumber', 'Phone number', `Optional, ${PHONE_LENGTH_MIN} to ${PHONE_LENGTH_MAX} digits`, {
      also: ['phone', 'phone no', 'mobile', 'mobile number', 'mobile no', 'contact number', 'contact no'],
      sample: '+91 98765 43210',
    }),
    column('portfolioUrl', 'Portfolio', 'Optional address', {
      also: ['portfolio link', 'website'],
      sample: 'https://asha.example.org',
    }),
    column('githubUsername', 'GitHub', 'Optional', { also: ['github id', 'github handle'], sample: 'asha' }),
    column('linkedinUrl', 'LinkedIn', 'Optional address', { also: ['linkedin profile', 'linkedin link'] }),
    column('twitterHandle', 'Twitter', 'Optional', {
      also: ['x', 'x handle', 'x username', 'twitter x', 'x twitter', 'twitter username', 'twitter id'],
      sample: '@asha',
    }),
    column('discordUsername', 'Discord', 'Optional', { also: ['discord handle'] }),
    column('kaggleUsername', 'Kaggle', 'Optional', { also: ['kaggle id', 'kaggle handle'] }),
  ],
  weeks: [
    LEAGUE,
    order(['module order', 'module number', 'module no', 'week order', 'week number', 'week no']),
    ...columnsOf(MODULE_FIELDS),
    id('module', 'module id', 'week id'),
    LEAGUE_ID,
  ],
  sections: [
    LEAGUE,
    module('Its name or its order'),
    MODULE_ORDER,
    order(['topic order', 'topic number', 'topic no', 'section order', 'section number', 'section no']),
    ...columnsOf(TOPIC_FIELDS),
    id('topic', 'topic id', 'section id'),
    WEEK_ID,
    LEAGUE_ID,
  ],
  resources: [
    LEAGUE,
    module('Its name or its order; a new name adds a module'),
    MODULE_ORDER,
    column('section', 'Topic', 'Its name or its order; a new name adds a topic', {
      also: ['topic name', 'section name'],
      sample: 'What money is',
    }),
    column('sectionOrder', 'Topic order', 'Only when two topics of the module have one name', {
      also: ['topic number', 'topic no', 'section number', 'section no'],
    }),
    order(
      ['resource order', 'resource number', 'resource no'],
      `${ORDER_HINT}. Without it: last in its topic`,
    ),
    ...columnsOf(RESOURCE_FIELDS),
    id('resource', 'resource id'),
    parentId('sectionId', 'Topic ID'),
    WEEK_ID,
    LEAGUE_ID,
  ],
};

/** Keeps letters and digits only, so that 'E-Mail ID', 'email_id' and 'EmailId' are equal. */
export function toColumnKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

export function templateHeaders(kind: ImportKind): string[] {
  return IMPORT_COLUMNS[kind].filter(({ isId }) => !isId).map(({ header }) => header);
}
