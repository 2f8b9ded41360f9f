import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CURRICULUM_DEADLINE_MS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { NullableText } from './shared.ts';

/** The most files of one league; 40 modules of 10 topics with a description each need some 900. */
export const LEAGUE_FILES_MAX = 6000;
/** Bytes of a preview or an import, its JSON included; also what a zip may hold unpacked. */
export const LEAGUE_FILES_BYTES_MAX = 8 * 1024 * 1024;
const PATH_MAX_LENGTH = 400;
const FINGERPRINT_MAX_LENGTH = 128;
/** Resources of one league; more are not read, because each costs a moment and some memory (docs/security.md F12). */
export const LEAGUE_RESOURCES_MAX = 20_000;
/** Problems that are told at once; the rest is counted. */
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

/** One file of the folder; the path is written with '/'. */
export const LeagueFile = z.object({ path: z.string(), text: z.string() });
export type LeagueFile = z.infer<typeof LeagueFile>;

/** What is wrong in a folder, where, and what was expected there. */
export const FileProblem = z.object({
  file: z.string(),
  /** 'name', 'resources[3].url'; null where it is about the file. */
  field: NullableText,
  expected: z.string(),
});
export type FileProblem = z.infer<typeof FileProblem>;

const CHANGE_KINDS = ['league', 'assignment', 'week', 'section', 'resource'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
const CHANGE_ACTIONS = ['added', 'changed', 'moved', 'removed'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** What becomes of one thing. */
export const LeagueChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  action: z.enum(CHANGE_ACTIONS),
  /** Null for a thing that gets its id when it is imported. */
  id: NullableText,
  name: z.string(),
  /** The names of module and topic it stands in. */
  place: z.array(z.string()),
  /** Where it stood before, when it moves to another module or topic. */
  from: z.nullable(z.array(z.string())),
  /** Texts as they are and as they would be; of a moved thing too. */
  fields: z.array(z.object({ field: z.string(), from: NullableText, to: NullableText })),
  /** The file it is told in; null for what is removed. */
  file: NullableText,
  /** Learners with a record on what is removed. */
  people: z.number(),
});
export type LeagueChange = z.infer<typeof LeagueChange>;

/** What learners would notice, counted by the database. */
export const LearnerNotice = z.object({
  /** People enrolled in the league. */
  enrolled: z.number(),
  /** Resources that are new for them. */
  newItems: z.number(),
  /** People whose percentage of the league rises, and falls. */
  higher: z.number(),
  lower: z.number(),
  /** People who lose completions, and how many those are. */
  losing: z.number(),
  completions: z.number(),
  /** Own notes, and marks for revision, on what is removed. */
  notes: z.number(),
  marks: z.number(),
  /** People with any of these. */
  touched: z.number(),
  /** People who gain, and lose, a completed topic. */
  topicsGained: z.number(),
  topicsLost: z.number(),
  /** People for whom the league becomes complete, and is complete no longer. */
  finished: z.number(),
  reopened: z.number(),
  /** People whose records come back with a thing that had been removed. */
  returning: z.number(),
});
export type LearnerNotice = z.infer<typeof LearnerNotice>;

const ChangeCounts = z.object({
  added: z.number(),
  changed: z.number(),
  moved: z.number(),
  removed: z.number(),
  same: z.number(),
  /** Things that get another number because a neighbour came or went; their order stays. */
  renumbered: z.number(),
});
export type ChangeCounts = z.infer<typeof ChangeCounts>;

/** What an import would do, before it does it. */
export const LeagueFilesPreview = z.object({
  league: z.object({ id: z.string(), name: z.string() }),
  counts: ChangeCounts,
  changes: z.array(LeagueChange),
  learners: LearnerNotice,
  /** True when modules with topics, or records of learners, would go: `acceptLoss` is asked for. */
  needsConfirmation: z.boolean(),
  /** Of the league as it is, the files, and what would be lost. */
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

/** `asNew` adds everything after what the league has, under new ids; nothing is changed or removed. */
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

/** The league as files after an import, every thing with its id. */
export const AppliedLeagueFiles = z.object({ counts: ChangeCounts, files: z.array(LeagueFile) });
export type AppliedLeagueFiles = z.infer<typeof AppliedLeagueFiles>;

export const exportLeagueFiles = defineCall({
  name: 'exportCurriculum',
  method: 'GET',
  path: '/admin/leagues/:id/files',
  access: 'staff',
  summary: 'The curriculum of a league in scope as a zip of Markdown and JSON files',
  files: ['application/zip'],
});

export const previewLeagueFiles = defineCall({
  name: 'previewCurriculum',
  method: 'POST',
  path: '/admin/leagues/:id/files/preview',
  access: 'staff',
  summary: 'What an import of files would change in a league in scope, and what its learners would notice',
  body: PreviewLeagueFilesBody,
  bodyLimit: LEAGUE_FILES_BYTES_MAX,
  deadlineMs: CURRICULUM_DEADLINE_MS,
  data: LeagueFilesPreview,
});

/** Answers CURRICULUM_CHANGED with the new `sheet` beside `error`. */
export const applyLeagueFiles = defineCall({
  name: 'applyCurriculum',
  method: 'POST',
  path: '/admin/leagues/:id/files/apply',
  access: 'staff',
  summary: 'Import files into a league in scope as the previewed sheet says, all or nothing',
  body: ApplyLeagueFilesBody,
  bodyLimit: LEAGUE_FILES_BYTES_MAX,
  deadlineMs: CURRICULUM_DEADLINE_MS,
  data: AppliedLeagueFiles,
});

/** True for a file that may belong to a league: Markdown or JSON, in no hidden folder and none of a packer's own. */
export function isLeagueFilePath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules'))
    return false;
  return /\.(?:md|json)$/i.test(path);
}
