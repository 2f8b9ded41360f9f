import { atom, type ReadableAtom } from 'nanostores';
import {
  type AppliedCurriculum,
  applyCurriculum,
  CURRICULUM_FILES_ERRORS,
  type CurriculumProblem,
  type CurriculumSheet,
  previewCurriculum,
} from '#contract/curriculum-files.ts';
import { ApiFailure, callApi } from '#site/islands/shared/api.ts';
import { toActionFailure } from '../shared/failures.ts';
import { noteChange } from '../shared/queries.ts';
import type { ChosenFiles } from './read-files.ts';
import { UnreadableFiles } from './unreadable-files.ts';

export type ImportStep =
  | { kind: 'choose' }
  | { kind: 'comparing' }
  | { kind: 'problems'; problems: CurriculumProblem[]; count: number }
  | { kind: 'sheet'; sheet: CurriculumSheet; isChanged: boolean }
  | { kind: 'done'; applied: AppliedCurriculum };

export interface ImportState {
  step: ImportStep;
  /** What was chosen; null before that. */
  chosen: ChosenFiles | null;
  /** Add everything as new things. */
  asNew: boolean;
  /** The losses were read and confirmed. */
  accepted: boolean;
  /** True while the import is written. */
  busy: boolean;
  failure: string | null;
}

export interface FilesImport {
  $import: ReadableAtom<ImportState>;
  /** Takes files and asks what they would change. */
  choose(read: () => Promise<ChosenFiles>): Promise<void>;
  setAsNew(asNew: boolean): void;
  accept(accepted: boolean): void;
  /** Imports what the sheet says. */
  apply(): Promise<void>;
  /** Takes the failure off the screen; a sheet stays. */
  dismiss(): void;
  /** Back to the choice of files. */
  reset(): void;
}

interface Calls {
  preview: (body: { files: ChosenFiles['files']; asNew: boolean }) => Promise<CurriculumSheet>;
  apply: (
    body: { files: ChosenFiles['files']; asNew: boolean; fingerprint: string; acceptLoss: boolean },
    key: string,
  ) => Promise<AppliedCurriculum>;
}

const CHOOSE: ImportState = {
  step: { kind: 'choose' },
  chosen: null,
  asNew: false,
  accepted: false,
  busy: false,
  failure: null,
};

/** The import of files into one league: choose, look, confirm, done. One a screen and league. */
export function createFilesImport(leagueId: string, calls: Calls = toCalls(leagueId)): FilesImport {
  const $import = atom<ImportState>(CHOOSE);
  const set = (change: Partial<ImportState>) => $import.set({ ...$import.get(), ...change });
  // An answer that was overtaken by another choice says nothing any more.
  let asked = 0;
  /** The same for every try of one sheet, so that a repeat after a lost answer imports nothing twice. */
  let key = '';

  const show = (sheet: CurriculumSheet, isChanged: boolean) => {
    key = crypto.randomUUID();
    set({ step: { kind: 'sheet', sheet, isChanged }, accepted: false, busy: false, failure: null });
  };
  const fail = (error: unknown, action: string, step: ImportStep) => {
    const reply = error instanceof ApiFailure ? error.reply : null;
    const code = error instanceof ApiFailure ? error.code : null;
    if (code === CURRICULUM_FILES_ERRORS.CURRICULUM_FILES_INVALID.reason && Array.isArray(reply?.problems)) {
      const problems = reply.problems as CurriculumProblem[];
      const count = Number(reply.problemsCount ?? problems.length);
      set({ step: { kind: 'problems', problems, count }, busy: false, failure: null });
    } else if (reply?.sheet) show(reply.sheet as CurriculumSheet, true);
    else {
      const failure = error instanceof UnreadableFiles ? error.message : toActionFailure(action, error);
      set({ step, busy: false, failure });
    }
  };
  const compare = async () => {
    const { chosen, asNew } = $import.get();
    if (!chosen) return;
    const mine = ++asked;
    set({ step: { kind: 'comparing' }, failure: null });
    try {
      const sheet = await calls.preview({ files: chosen.files, asNew });
      if (mine === asked) show(sheet, false);
    } catch (error) {
      if (mine === asked) fail(error, 'compare the files', { kind: 'choose' });
    }
  };
  return {
    $import,
    choose: async (read) => {
      const mine = ++asked;
      set({ ...CHOOSE, asNew: $import.get().asNew, step: { kind: 'comparing' } });
      try {
        const chosen = await read();
        if (mine !== asked) return;
        set({ chosen });
        await compare();
      } catch (error) {
        if (mine === asked) fail(error, 'read the files', { kind: 'choose' });
      }
    },
    setAsNew: (asNew) => set({ asNew }),
    accept: (accepted) => set({ accepted }),
    apply: async () => {
      const { step, chosen, asNew, accepted, busy } = $import.get();
      if (step.kind !== 'sheet' || !chosen || busy) return;
      const { sheet } = step;
      set({ busy: true, failure: null });
      try {
        const body = { files: chosen.files, asNew, fingerprint: sheet.fingerprint, acceptLoss: accepted };
        const applied = await calls.apply(body, key);
        set({ step: { kind: 'done', applied }, busy: false });
      } catch (error) {
        fail(error, 'import the files', step);
      }
    },
    dismiss: () => set({ failure: null }),
    reset: () => {
      asked++;
      set({ ...CHOOSE, asNew: $import.get().asNew });
    },
  };
}

function toCalls(id: string): Calls {
  return {
    preview: (body) => callApi(previewCurriculum, { params: { id }, body }),
    apply: async (body, idempotencyKey) => {
      const applied = await callApi(applyCurriculum, { params: { id }, body, idempotencyKey });
      noteChange('leagues', { alsoOwn: true });
      return applied;
    },
  };
}
