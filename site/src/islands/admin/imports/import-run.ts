import { atom, type ReadableAtom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import type { ImportKind } from '#contract/import-columns.ts';
import {
  IMPORT_CALLS,
  type ImportContentBody,
  type ImportPlan,
  type ImportResult,
  type ImportUsersBody,
  type importUsers,
} from '#contract/imports.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/api.ts';
import { type Kind, noteChange } from '../shared/queries.ts';
import { type ReadText, UnreadableFile } from './read-file.ts';

export interface ImportSource {
  /** The name of the file, or null for pasted rows. */
  name: string | null;
  text: string;
  note: string | null;
}

export interface ImportFailure {
  title: string;
  /** What is safe, and what to do. */
  words: string;
}

export interface ImportState {
  kind: ImportKind;
  /** '' for a file whose rows name their leagues. */
  leagueId: string;
  source: ImportSource | null;
  step: 'choose' | 'checking' | 'checked' | 'importing' | 'done';
  plan: ImportPlan | null;
  /** True when the plan on the screen took the place of the one that was agreed to. */
  isOvertaken: boolean;
  leaveOutRefused: boolean;
  tellPeople: boolean;
  failure: ImportFailure | null;
  result: ImportResult | null;
}

export interface ImportRun {
  $import: ReadableAtom<ImportState>;
  chooseKind(kind: ImportKind): void;
  chooseLeague(leagueId: string): void;
  /** Takes a file, or says why it cannot be read. */
  takeFile(name: string, read: () => Promise<ReadText>): Promise<void>;
  takeText(text: string): void;
  setLeaveOut(leaveOutRefused: boolean): void;
  setTellPeople(tellPeople: boolean): void;
  /** Asks what the file would do. */
  check(): Promise<void>;
  /** Does what the plan on the screen says, once however often it is pressed. */
  run(): Promise<void>;
  /** Back to the choice of a file, of the same kind. */
  reset(): void;
}

type Data = DataOf<typeof importUsers>;
type Body = Partial<ImportUsersBody> & Partial<ImportContentBody> & { csv: string };
/** Sends one import; tests bring their own. */
export type SendImport = (kind: ImportKind, body: Body, idempotencyKey?: string) => Promise<Data>;

/** Longer than the server takes: whoever is answered by nobody does not know whether it was done. */
const PATIENCE_MS = 45_000;

const sendImport: SendImport = (kind, body, idempotencyKey) =>
  callApi(IMPORT_CALLS[kind], {
    body,
    patienceMs: PATIENCE_MS,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });

const NOTHING_YET = {
  step: 'choose',
  plan: null,
  isOvertaken: false,
  leaveOutRefused: false,
  failure: null,
  result: null,
} as const;

/** One import: choose, check, agree, done. One a screen. */
export function createImportRun(
  kind: ImportKind,
  send: SendImport = sendImport,
  note: (kind: Kind) => void = (changed) => noteChange(changed, { alsoOwn: true }),
): ImportRun {
  const $import = atom<ImportState>({
    kind,
    leagueId: '',
    source: null,
    tellPeople: true,
    ...NOTHING_YET,
  });
  const set = (change: Partial<ImportState>) => $import.set({ ...$import.get(), ...change });
  // An answer that was overtaken by another choice says nothing any more.
  let asked = 0;
  /** One for each way of doing a plan, so that a repeat after a lost answer imports nothing twice. */
  let key = { for: '', value: '' };

  const restart = (change: Partial<ImportState>) => {
    asked += 1;
    set({ ...NOTHING_YET, ...change });
  };
  const toBody = (): Body => {
    const { kind: current, leagueId, source } = $import.get();
    const csv = source?.text ?? '';
    return current === 'users' ? { csv } : { csv, leagueId: leagueId || null };
  };

  return {
    $import,
    chooseKind: (chosen) => restart({ kind: chosen, leagueId: '' }),
    chooseLeague: (leagueId) => restart({ leagueId }),
    takeFile: async (name, read) => {
      restart({ source: null });
      const mine = asked;
      try {
        const source = { name, ...(await read()) };
        if (mine === asked) set({ source });
      } catch (error) {
        if (mine === asked) set({ failure: toReadFailure(name, error) });
      }
    },
    takeText: (text) => restart({ source: text.trim() === '' ? null : { name: null, text, note: null } }),
    setLeaveOut: (leaveOutRefused) => set({ leaveOutRefused }),
    setTellPeople: (tellPeople) => set({ tellPeople }),
    check: async () => {
      const { kind: current, source, step } = $import.get();
      if (!source || step === 'checking' || step === 'importing') return;
      restart({ step: 'checking' });
      const mine = asked;
      try {
        const { plan } = await send(current, { ...toBody(), dryRun: true });
        if (mine === asked) set({ step: 'checked', plan });
      } catch (error) {
        if (mine === asked) set({ step: 'choose', failure: toCheckFailure(error) });
      }
    },
    run: async () => {
      const { kind: current, step, plan, leaveOutRefused, tellPeople } = $import.get();
      if (step !== 'checked' || !plan) return;
      const body = {
        ...toBody(),
        dryRun: false,
        fingerprint: plan.fingerprint,
        leaveOutRefused,
        ...(current === 'users' ? { tellPeople } : {}),
      };
      const wanted = JSON.stringify([plan.fingerprint, leaveOutRefused, tellPeople]);
      if (key.for !== wanted) key = { for: wanted, value: crypto.randomUUID() };
      set({ step: 'importing', failure: null, isOvertaken: false });
      try {
        const { result } = await send(current, body, key.value);
        note(current);
        set({ step: 'done', result });
      } catch (error) {
        const now = error instanceof ApiFailure && error.code === 'IMPORT_PLAN_CHANGED' ? error.data : null;
        if (now) {
          set({ step: 'checked', plan: now as ImportPlan, isOvertaken: true, leaveOutRefused: false });
        } else {
          set({ step: 'checked', failure: toRunFailure(error) });
        }
      }
    },
    reset: () => restart({ source: null }),
  };
}

function toReadFailure(name: string, error: unknown): ImportFailure {
  return {
    title: `${name} cannot be imported`,
    words: error instanceof UnreadableFile ? error.message : 'The file could not be read. Choose it again.',
  };
}

function toCheckFailure(error: unknown): ImportFailure {
  return { title: toMessage(error, REQUEST_FAILED), words: 'Nothing was changed: this was only a look.' };
}

function toRunFailure(error: unknown): ImportFailure {
  if (error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'invalid')) {
    return {
      title: 'There was no answer',
      words:
        'The import may have been done or not. Press the button again: it is recognised, and nothing is imported twice.',
    };
  }
  return { title: toMessage(error, REQUEST_FAILED), words: 'Nothing was imported: it is all or nothing.' };
}
