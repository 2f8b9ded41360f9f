import type { ImportKind } from '#contract/import-columns.ts';
import {
  IMPORT_CALLS,
  type ImportContentBody,
  type ImportPlan,
  type ImportResult,
  type ImportUsersBody,
} from '#contract/imports.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createPreviewRun, isUnanswered, NO_ANSWER, UnreadableFile } from '../preview-run/preview-run.ts';
import { invalidate } from '../query/queries.ts';

interface ImportSource {
  /** Null for pasted rows. */
  name: string | null;
  text: string;
  note: string | null;
}

interface ImportFailure {
  title: string;
  message: string;
}

interface ImportOptions {
  kind: ImportKind;
  /** '' if the rows name their leagues. */
  leagueId: string;
  leaveOutRefused: boolean;
  tellPeople: boolean;
  /** New people whose rows have no status; part of the preview. */
  approveNew: boolean;
}

export type ImportRun = ReturnType<typeof createImportRun>;

/** Longer than the server's deadline, because a client timeout leaves the outcome unknown. */
const TIMEOUT_MS = 45_000;

type Body = Partial<ImportUsersBody> & Partial<ImportContentBody> & { csv: string };

const sendImport = (kind: ImportKind, body: Body, idempotencyKey?: string) =>
  callApi(IMPORT_CALLS[kind], { body, timeoutMs: TIMEOUT_MS, idempotencyKey });

export function createImportRun(kind: ImportKind) {
  return createPreviewRun<ImportOptions, ImportSource, ImportPlan, ImportResult | null, ImportFailure>(
    { kind, leagueId: '', leaveOutRefused: false, tellPeople: true, approveNew: false },
    {
      consents: { leaveOutRefused: false },
      preview: async (state) => {
        const { plan } = await sendImport(state.kind, { ...toBody(state), dryRun: true });
        return plan as ImportPlan;
      },
      apply: async (state, key) => {
        const { leaveOutRefused, tellPeople, preview } = state;
        const { fingerprint } = preview;
        const agreed = { ...toBody(state), dryRun: false, fingerprint, leaveOutRefused };
        const isOfUsers = state.kind === 'users';
        const { result } = await sendImport(state.kind, isOfUsers ? { ...agreed, tellPeople } : agreed, key);
        invalidate(result?.parents ? 'weeks' : state.kind, { alsoOwn: true });
        return result;
      },
      readNewPreview: (error) =>
        error instanceof ApiFailure && error.code === 'IMPORT_PLAN_CHANGED'
          ? ((error.data ?? null) as ImportPlan | null)
          : null,
      toFailure: (stage, error, name) => {
        if (stage === 'read') return toReadFailure(name, error);
        return stage === 'check' ? toCheckFailure(error) : toRunFailure(error);
      },
    },
  );
}

export function toPasted(text: string): ImportSource | null {
  return text.trim() === '' ? null : { name: null, text, note: null };
}

function toBody({
  kind,
  leagueId,
  approveNew,
  source,
}: Pick<ImportOptions, 'kind' | 'leagueId' | 'approveNew'> & { source: ImportSource | null }): Body {
  const csv = source?.text ?? '';
  return kind === 'users' ? { csv, approveNew } : { csv, leagueId: leagueId || null };
}

function toReadFailure(name: string, error: unknown): ImportFailure {
  return {
    title: `${name} cannot be imported`,
    message: error instanceof UnreadableFile ? error.message : 'The file could not be read. Choose it again.',
  };
}

function toCheckFailure(error: unknown): ImportFailure {
  return { title: toMessage(error, REQUEST_FAILED), message: 'This was only a check. Nothing was changed.' };
}

function toRunFailure(error: unknown): ImportFailure {
  if (isUnanswered(error)) return NO_ANSWER;
  return { title: toMessage(error, REQUEST_FAILED), message: 'Nothing was imported: it is all or nothing.' };
}
