import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CURRICULUM_DEADLINE_MS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { Named, NullableText } from './shared.ts';

/** A league of 40 modules with 10 topics each needs about 900. */
export const LEAGUE_FILES_MAX = 6000;
/** Limit of a preview or import including its JSON, and of an unpacked zip. */
export const LEAGUE_FILES_BYTES_MAX = 8 * 1024 * 1024;
const PATH_MAX_LENGTH = 400;
const FINGERPRINT_MAX_LENGTH = 128;
/** Limits memory and time of one import (docs/security.md F12). */
export const LEAGUE_RESOURCES_MAX = 20_000;
/** Further problems are only counted. */
export const FILE_PROBLEMS_MAX = 200;

export const LEAGUE_FILES_ERRORS = defineErrors({
  CURRICULUM_FILES_INVALID: { status: 400, text: 'The files cannot be used: {count} to mend' },
  CURRICULUM_CHANGED: {
    status: 409,
    text: 'The league or the files changed since they were compared. Please look at what would change now.',
  },
  CURRICULUM_LOSS_UNCONFIRMED: {
    status: 409,
    text: 'This import removes modules with topics, or records of learners. Confirm that first.',
  },
});

export const LeagueFile = z.object({ path: z.string(), text: z.string() });
export type LeagueFile = z.infer<typeof LeagueFile>;

export const FileProblem = z.object({
  file: z.string(),
  /** 'name' or 'resources[3].url'; null for a problem of the whole file. */
  field: NullableText,
  expected: z.string(),
});
export type FileProblem = z.infer<typeof FileProblem>;

const CHANGE_KINDS = ['league', 'assignment', 'week', 'section', 'resource'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
const CHANGE_ACTIONS = ['added', 'changed', 'moved', 'removed'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

export const LeagueChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  action: z.enum(CHANGE_ACTIONS),
  id: NullableText,
  name: z.string(),
  place: z.array(z.string()),
  from: z.nullable(z.array(z.string())),
  /** Old and new texts, for moved things too. */
  fields: z.array(z.object({ field: z.string(), from: NullableText, to: NullableText })),
  file: NullableText,
  people: z.number(),
});
export type LeagueChange = z.infer<typeof LeagueChange>;

export const LearnerImpact = z.object({
  enrolled: z.number(),
  newItems: z.number(),
  /** People whose league percentage rises or falls. */
  higher: z.number(),
  lower: z.number(),
  /** People who lose completions, and the number of those completions. */
  losing: z.number(),
  completions: z.number(),
  notes: z.number(),
  marks: z.number(),
  touched: z.number(),
  topicsGained: z.number(),
  topicsLost: z.number(),
  /** People whose league becomes complete, or stops being complete. */
  finished: z.number(),
  reopened: z.number(),
  returning: z.number(),
});
export type LearnerImpact = z.infer<typeof LearnerImpact>;

const ChangeCounts = z.object({
  added: z.number(),
  changed: z.number(),
  moved: z.number(),
  removed: z.number(),
  same: z.number(),
  /** Only their number changes, because a neighbour was added or removed. */
  renumbered: z.number(),
});
export type ChangeCounts = z.infer<typeof ChangeCounts>;

export const LeagueFilesPreview = z.object({
  league: Named,
  counts: ChangeCounts,
  changes: z.array(LeagueChange),
  learners: LearnerImpact,
  /** True when modules with topics or learners' records would be deleted; the import then needs `acceptLoss`. */
  needsConfirmation: z.boolean(),
  /** Covers the current league, the files and the losses. */
  fingerprint: z.string(),
});
export type LeagueFilesPreview = z.infer<typeof LeagueFilesPreview>;

const FILES_MESSAGE = `files must be 1 to ${LEAGUE_FILES_MAX} files, each with path and text`;
const Files = z
  .array(
    z.object({
      path: z
        .string({ error: FILES_MESSAGE })
        .check(
          z.minLength(1, { error: FILES_MESSAGE }),
          z.maxLength(PATH_MAX_LENGTH, { error: 'A path of the files is too long' }),
        ),
      text: z.string({ error: FILES_MESSAGE }),
    }),
    { error: FILES_MESSAGE },
  )
  .check(z.minLength(1, { error: FILES_MESSAGE }), z.maxLength(LEAGUE_FILES_MAX, { error: FILES_MESSAGE }));

// Appends everything under new ids; changes and removes nothing.
const asNew = z.optional(z.boolean({ error: 'asNew must be true or false' }));

export const PreviewLeagueFilesBody = z.object({ files: Files, asNew });
export type PreviewLeagueFilesBody = z.infer<typeof PreviewLeagueFilesBody>;
export const ApplyLeagueFilesBody = z.object({
  files: Files,
  asNew,
  fingerprint: z
    .string({ error: 'fingerprint is required' })
    .check(z.minLength(1, { error: 'fingerprint is required' }), z.maxLength(FINGERPRINT_MAX_LENGTH)),
  acceptLoss: z.optional(z.boolean({ error: 'acceptLoss must be true or false' })),
});
export type ApplyLeagueFilesBody = z.infer<typeof ApplyLeagueFilesBody>;

/** The files now carry the id of every thing. */
export const AppliedLeagueFiles = z.object({ counts: ChangeCounts, files: z.array(LeagueFile) });
export type AppliedLeagueFiles = z.infer<typeof AppliedLeagueFiles>;

export const exportLeagueFiles = defineCall('exportCurriculum', {
  route: 'GET /admin/leagues/:id/files',
  access: 'staff',
  summary: 'The curriculum of a league in scope as a zip of Markdown and JSON files',
  files: ['application/zip'],
});

export const previewLeagueFiles = defineCall('previewCurriculum', {
  route: 'POST /admin/leagues/:id/files/preview',
  access: 'staff',
  summary: 'What an import of files would change in a league in scope, and what its learners would notice',
  body: PreviewLeagueFilesBody,
  bodyLimit: LEAGUE_FILES_BYTES_MAX,
  deadlineMs: CURRICULUM_DEADLINE_MS,
  data: LeagueFilesPreview,
});

/** CURRICULUM_CHANGED carries the new `sheet` beside `error`. */
export const applyLeagueFiles = defineCall('applyCurriculum', {
  route: 'POST /admin/leagues/:id/files/apply',
  access: 'staff',
  summary: 'Import files into a league in scope as the previewed sheet says, all or nothing',
  body: ApplyLeagueFilesBody,
  bodyLimit: LEAGUE_FILES_BYTES_MAX,
  deadlineMs: CURRICULUM_DEADLINE_MS,
  data: AppliedLeagueFiles,
});

export function isLeagueFilePath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules'))
    return false;
  return /\.(?:md|json)$/i.test(path);
}
