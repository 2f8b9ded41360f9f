import * as z from 'zod/mini';
import { emailField, ProfileBody, SignupBody } from './auth.ts';
import { defineCall } from './call.ts';
import { CURRICULUM_DEADLINE_MS, ID_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { IMPORT_KINDS } from './import-columns.ts';
import { NullableText } from './shared.ts';

/** Without the header row. */
export const IMPORT_ROWS_MAX = 5000;
export const IMPORT_BYTES_MAX = 2 * 1024 * 1024;
// JSON escapes quotation marks and line ends to two characters.
const BODY_LIMIT = 2 * IMPORT_BYTES_MAX;

/** Errors of a whole import; nothing is written. */
export const IMPORT_ERRORS = defineErrors({
  IMPORT_TOO_LARGE: {
    status: 413,
    text: `The file is larger than ${IMPORT_BYTES_MAX / 1024 / 1024} MB. Please split it.`,
  },
  IMPORT_TOO_MANY_ROWS: {
    status: 400,
    text: `The file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Please split it.`,
  },
  IMPORT_EMPTY: { status: 400, text: 'The file has no rows below its first line' },
  IMPORT_UNREADABLE: { status: 400, text: 'The file cannot be read: {problem} (line {line})' },
  IMPORT_COLUMNS_MISSING: { status: 400, text: 'The file has no column for {columns}' },
  IMPORT_COLUMN_TWICE: { status: 400, text: 'Two columns of the file are both for {column}: {heads}' },
  IMPORT_UNCHECKED: {
    status: 400,
    text: 'fingerprint is required: check the file first, then import what was shown',
  },
  IMPORT_PLAN_CHANGED: {
    status: 409,
    text: 'What the import would do has changed since the file was checked. Nothing was imported.',
  },
  IMPORT_ROWS_REFUSED: {
    status: 409,
    text: 'Some rows are refused. Nothing was imported: correct them, or leave them out.',
  },
});

/** Reasons for refused rows that no single call has a text for. */
export const IMPORT_REASONS = {
  tooManyCells: 'The row has more cells than there are columns',
  twice: 'Line {line} is about the same {thing} already',
  ambiguous: 'Several {things} of that name: give the order too',
  leagueAmbiguous: 'Several leagues have that name but for capitals and spaces: write it as the league does',
  moduleMissing: 'Module not found in the league',
  newModule: 'Module: {fault}',
  newTopic: 'Topic: {fault}',
  topicMissing: 'Topic not found in module {module}',
  topicMissingInLeague: 'Topic not found in the league',
  otherLeague: 'The row names another league than the chosen one',
  elsewhere: 'It is in another place: an import cannot move things',
  status: 'Status must be ACTIVE or PENDING',
  shortened:
    '{column}: the spreadsheet has shortened the number to {value}. Make the column text and export again',
  formulaError: '{column}: the cell holds the formula error {value}. Correct it, or empty the cell',
  newInactive:
    'Leagues: new people are enrolled once they are approved. Tick "Approve new people and enroll them", or write ACTIVE under Status',
  waiting: 'Leagues: this person waits for approval. Approve them under Users, then check again',
  inactive: 'Leagues: this account is suspended or rejected. Make it active under Users, then check again',
  known: 'The account exists: an import changes only its leagues',
} as const;

export const ImportedUser = z.extend(z.omit(SignupBody, { password: true }), {
  twitterHandle: ProfileBody.shape.twitterHandle,
  linkedinUrl: ProfileBody.shape.linkedinUrl,
  githubUsername: ProfileBody.shape.githubUsername,
  kaggleUsername: ProfileBody.shape.kaggleUsername,
});
export type ImportedUser = z.infer<typeof ImportedUser>;
/** For rows about an existing account, where only the address counts. */
export const ImportedAddress = z.object({ email: emailField('email is required', 'Invalid email format') });

const flag = (name: string) => z.optional(z.nullable(z.boolean({ error: `${name} must be true or false` })));

const shared = {
  csv: z.string({ error: 'csv is required' }),
  /** Returns the plan only. Absent means true. */
  dryRun: flag('dryRun'),
  /** Fingerprint of the plan that the person agreed to; required without dryRun. */
  fingerprint: z.optional(z.nullable(z.string({ error: 'fingerprint must be a string' }))),
  /** Imports the other rows when some are refused. */
  leaveOutRefused: flag('leaveOutRefused'),
};

export const ImportUsersBody = z.object({
  ...shared,
  approveNew: flag('approveNew'),
  tellPeople: flag('tellPeople'),
});
export type ImportUsersBody = z.infer<typeof ImportUsersBody>;

/** With leagueId every row is about this league; without it each row names its own. */
export const ImportContentBody = z.object({
  ...shared,
  leagueId: z.optional(
    z.nullable(
      z
        .string({ error: 'leagueId must be a string' })
        .check(z.maxLength(ID_MAX_LENGTH, { error: 'leagueId must be a string' })),
    ),
  ),
});
export type ImportContentBody = z.infer<typeof ImportContentBody>;

export const IMPORT_OUTCOMES = ['create', 'update', 'unchanged', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export const ImportRow = z.object({
  /** Line number in the file; line 1 is the heading. */
  line: z.number(),
  outcome: z.enum(IMPORT_OUTCOMES),
  label: z.string(),
  place: NullableText,
  /** `field` is the column heading, `from` is null for new things. Long texts are cut. */
  changes: z.array(z.object({ field: z.string(), from: NullableText, to: NullableText })),
  reasons: z.array(z.string()),
});
export type ImportRow = z.infer<typeof ImportRow>;

// Modules and topics that a sheet of resources adds for its rows.
const AddedParents = z.object({ weeks: z.number(), sections: z.number() });

export const ImportPlan = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Equal for equal plans; sent back to confirm this plan. */
  fingerprint: z.string(),
  counts: z.object({
    create: z.number(),
    update: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  parents: z.optional(AddedParents),
  notes: z.array(z.string()),
  rows: z.array(ImportRow),
});
export type ImportPlan = z.infer<typeof ImportPlan>;

export const ImportResult = z.object({
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  leftOut: z.number(),
  enrolled: z.number(),
  parents: z.optional(AddedParents),
});
export type ImportResult = z.infer<typeof ImportResult>;

// Exactly one of the two is set.
const data = z.object({ plan: z.nullable(ImportPlan), result: z.nullable(ImportResult) });

const limits = { bodyLimit: BODY_LIMIT, deadlineMs: CURRICULUM_DEADLINE_MS } as const;

/** IMPORT_PLAN_CHANGED and IMPORT_ROWS_REFUSED carry the plan as `data` (docs/decisions/0027). */
export const importUsers = defineCall('importUsers', {
  route: 'POST /admin/imports/users',
  access: 'grand',
  summary: 'What a CSV file of users would do, or do it: new accounts and enrollments, all or nothing',
  body: ImportUsersBody,
  data,
  ...limits,
});

const importWeeks = defineCall('importWeeks', {
  route: 'POST /admin/imports/weeks',
  access: 'staff',
  summary: 'What a CSV file of weeks would do, or do it, all or nothing',
  body: ImportContentBody,
  data,
  ...limits,
});

const importSections = defineCall('importSections', {
  route: 'POST /admin/imports/sections',
  access: 'staff',
  summary: 'What a CSV file of sections would do, or do it, all or nothing',
  body: ImportContentBody,
  data,
  ...limits,
});

const importResources = defineCall('importResources', {
  route: 'POST /admin/imports/resources',
  access: 'staff',
  summary: 'What a CSV file of resources would do, or do it, all or nothing',
  body: ImportContentBody,
  data,
  ...limits,
});

export const IMPORT_CALLS = {
  users: importUsers,
  weeks: importWeeks,
  sections: importSections,
  resources: importResources,
} as const;
