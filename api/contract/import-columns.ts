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

const ID = (thing: string, also: readonly string[]): ImportColumn => ({
  field: 'id',
  header: 'ID',
  also,
  hint: `From an exported list: this very ${thing} is changed`,
  sample: '',
  isId: true,
});
const PARENT_ID = (field: string, header: string, also: readonly string[]): ImportColumn => ({
  field,
  header,
  also,
  hint: 'From an exported list',
  sample: '',
  isId: true,
});

const LEAGUE_ID = PARENT_ID('leagueId', 'League ID', []);
const LEAGUE: ImportColumn = {
  field: 'league',
  header: 'League',
  also: ['league name'],
  hint: 'Not needed when a league is chosen above',
  sample: 'Finance',
};
const ORDER: ImportColumn = {
  field: 'order',
  header: 'Order',
  also: ['position', 'number', 'no'],
  hint: 'A whole number from 1; tells which one is meant',
  sample: '1',
};
const DESCRIPTION: ImportColumn = {
  field: 'description',
  header: 'Description',
  hint: 'Left as it is without this column; an empty cell takes it away',
  sample: '',
};
const MODULE: ImportColumn = {
  field: 'week',
  header: 'Module',
  also: ['week', 'module name', 'week name'],
  hint: 'Its name or its order',
  sample: 'Basics',
};
const MODULE_ORDER: ImportColumn = {
  field: 'weekOrder',
  header: 'Module order',
  also: ['week order'],
  hint: 'Only when two modules of the league have one name',
  sample: '',
};

/** The columns of each kind, in the order of the template. */
export const IMPORT_COLUMNS: Record<ImportKind, readonly ImportColumn[]> = {
  users: [
    {
      field: 'email',
      header: 'E-mail',
      also: ['mail', 'e-mail address'],
      hint: 'Tells people apart',
      sample: 'asha@example.org',
    },
    {
      field: 'name',
      header: 'Name',
      also: ['full name', 'student name'],
      hint: 'At least 2 characters',
      sample: 'Asha Verma',
    },
    {
      field: 'leagues',
      header: 'Leagues',
      also: ['league'],
      hint: 'Leagues to enroll in, parted by semicolons; the account has to be active',
      sample: 'Finance; Quantum',
    },
    {
      field: 'status',
      header: 'Status',
      hint: 'ACTIVE or PENDING (waits for approval); PENDING when empty',
      sample: 'ACTIVE',
    },
    {
      field: 'institute',
      header: 'Institute',
      also: ['institution', 'college', 'university'],
      hint: 'Optional',
      sample: 'Institute of Technology',
    },
    {
      field: 'department',
      header: 'Department',
      also: ['branch'],
      hint: 'Optional',
      sample: 'Biotechnology',
    },
    { field: 'graduationYear', header: 'Graduation year', also: ['year'], hint: 'Optional', sample: '2028' },
    {
      field: 'studentId',
      header: 'Student ID',
      also: ['roll number', 'student number'],
      hint: 'Optional',
      sample: 'BT-104',
    },
    {
      field: 'phoneNumber',
      header: 'Phone number',
      also: ['phone', 'mobile', 'mobile number'],
      hint: 'Optional, 10 to 15 digits',
      sample: '+91 98765 43210',
    },
    {
      field: 'portfolioUrl',
      header: 'Portfolio',
      also: ['portfolio url', 'website'],
      hint: 'Optional address',
      sample: 'https://asha.example.org',
    },
    {
      field: 'githubUsername',
      header: 'GitHub',
      also: ['github username'],
      hint: 'Optional',
      sample: 'asha',
    },
    {
      field: 'linkedinUrl',
      header: 'LinkedIn',
      also: ['linkedin url'],
      hint: 'Optional address',
      sample: '',
    },
    {
      field: 'twitterHandle',
      header: 'Twitter',
      also: ['x', 'twitter handle', 'x handle'],
      hint: 'Optional',
      sample: '@asha',
    },
    { field: 'discordUsername', header: 'Discord', also: ['discord username'], hint: 'Optional', sample: '' },
    { field: 'kaggleUsername', header: 'Kaggle', also: ['kaggle username'], hint: 'Optional', sample: '' },
  ],
  weeks: [
    LEAGUE,
    ORDER,
    {
      field: 'name',
      header: 'Name',
      also: ['module', 'week', 'module name', 'week name', 'title'],
      hint: 'The name of the module',
      sample: 'Basics',
    },
    DESCRIPTION,
    ID('module', ['module id', 'week id']),
    LEAGUE_ID,
  ],
  sections: [
    LEAGUE,
    MODULE,
    MODULE_ORDER,
    ORDER,
    {
      field: 'name',
      header: 'Name',
      also: ['topic', 'section', 'topic name', 'section name', 'title'],
      hint: 'The name of the topic, at most 100 characters',
      sample: 'What money is',
    },
    DESCRIPTION,
    ID('topic', ['topic id', 'section id']),
    PARENT_ID('weekId', 'Module ID', ['week id']),
    LEAGUE_ID,
  ],
  resources: [
    LEAGUE,
    MODULE,
    MODULE_ORDER,
    {
      field: 'section',
      header: 'Topic',
      also: ['section', 'topic name', 'section name'],
      hint: 'Its name or its order',
      sample: 'What money is',
    },
    {
      field: 'sectionOrder',
      header: 'Topic order',
      also: ['section order'],
      hint: 'Only when two topics of the module have one name',
      sample: '',
    },
    ORDER,
    {
      field: 'title',
      header: 'Title',
      also: ['name', 'resource', 'resource title'],
      hint: 'At most 200 characters',
      sample: 'A short history of money',
    },
    {
      field: 'type',
      header: 'Type',
      also: ['resource type', 'kind'],
      hint: 'VIDEO, ARTICLE, EXTERNAL_LINK or BLOG',
      sample: 'ARTICLE',
    },
    {
      field: 'url',
      header: 'URL',
      also: ['link', 'address', 'web address'],
      hint: 'An address that begins with https:// or http://',
      sample: 'https://example.org/money',
    },
    ID('resource', ['resource id']),
    PARENT_ID('sectionId', 'Topic ID', ['section id']),
    PARENT_ID('weekId', 'Module ID', ['week id']),
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
