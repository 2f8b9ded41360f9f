import {
  type AppliedLeagueFiles,
  applyLeagueFiles,
  type FileProblem,
  type LEAGUE_FILES_ERRORS,
  type LeagueFilesPreview,
  previewLeagueFiles,
} from '#contract/league-files.ts';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { createPreviewRun, isUnanswered, NO_ANSWER, UnreadableFile } from '../preview-run/preview-run.ts';
import { invalidate } from '../query/queries.ts';
import type { ChosenFiles } from './read-files.ts';

interface FilesOptions {
  /** Ignores ids and adds everything as new. */
  asNew: boolean;
  accepted: boolean;
}

type FilesFailure = { message: string; problems?: undefined } | { problems: FileProblem[]; count: number };

export type FilesImport = ReturnType<typeof createFilesImport>;

const ACTIONS = { read: 'read the files', check: 'compare the files', import: 'import the files' } as const;

export function createFilesImport(leagueId: string) {
  const params = { id: leagueId };
  return createPreviewRun<FilesOptions, ChosenFiles, LeagueFilesPreview, AppliedLeagueFiles, FilesFailure>(
    { asNew: false, accepted: false },
    {
      consents: { accepted: false },
      checksAtOnce: true,
      preview: ({ source, asNew }) =>
        callApi(previewLeagueFiles, { params, body: { files: source?.files ?? [], asNew } }),
      apply: async ({ source, asNew, accepted, preview: { fingerprint } }, idempotencyKey) => {
        const body = { files: source?.files ?? [], asNew, fingerprint, acceptLoss: accepted };
        const applied = await callApi(applyLeagueFiles, { params, body, idempotencyKey });
        invalidate('leagues', { alsoOwn: true });
        return applied;
      },
      readNewPreview: (error) =>
        error instanceof ApiFailure ? ((error.reply?.sheet ?? null) as LeagueFilesPreview | null) : null,
      toFailure: (stage, error) => {
        if (stage === 'import' && isUnanswered(error)) {
          return { message: `${NO_ANSWER.title}. ${NO_ANSWER.message}` };
        }
        return findProblems(error) ?? { message: toFailureMessage(ACTIONS[stage], error) };
      },
    },
  );
}

const FILES_INVALID: keyof typeof LEAGUE_FILES_ERRORS = 'CURRICULUM_FILES_INVALID';

function findProblems(error: unknown): FilesFailure | null {
  if (!(error instanceof ApiFailure)) return null;
  const { code, reply } = error;
  if (code !== FILES_INVALID || !Array.isArray(reply?.problems)) return null;
  const problems = reply.problems as FileProblem[];
  return { problems, count: Number(reply.problemsCount ?? problems.length) };
}

const toFailureMessage = (action: string, error: unknown) =>
  error instanceof UnreadableFile ? error.message : toActionFailure(action, error);
