import { atom, type ReadableAtom } from 'nanostores';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OWN_ACCOUNT_ERRORS,
  type OwnSession,
} from '#contract/own-account.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

export type EndQuestion = { kind: 'one'; session: OwnSession } | { kind: 'others'; count: number };

export interface OwnSessions {
  state: 'loading' | 'failed' | 'ready';
  sessions: readonly OwnSession[];
  question: EndQuestion | null;
  isEnding: boolean;
  result: { kind: 'success' | 'failure'; text: string } | null;
}

const GONE: keyof typeof OWN_ACCOUNT_ERRORS = 'SESSION_NOT_FOUND';
const EMPTY: OwnSessions = { state: 'loading', sessions: [], question: null, isEnding: false, result: null };
const $sessions = atom<OwnSessions>(EMPTY);
export const $ownSessions: ReadableAtom<OwnSessions> = $sessions;
const patch = (changes: Partial<OwnSessions>) => $sessions.set({ ...$sessions.get(), ...changes });

export async function loadSessions(): Promise<void> {
  if ($sessions.get().state === 'failed') patch({ state: 'loading' });
  try {
    const { sessions } = await callApi(listOwnSessions);
    patch({ state: 'ready', sessions });
  } catch {
    if ($sessions.get().state !== 'ready') patch({ state: 'failed' });
  }
}

export function closeSessions(): void {
  $sessions.set(EMPTY);
}

export function openEndQuestion(question: EndQuestion): void {
  patch({ question, result: null });
}

export function closeEndQuestion(): void {
  if (!$sessions.get().isEnding) patch({ question: null });
}

/** Ignores repeated confirmations. */
export async function endConfirmedSessions(): Promise<void> {
  const { question, isEnding } = $sessions.get();
  if (!question || isEnding) return;
  patch({ isEnding: true });
  try {
    const text = question.kind === 'one' ? await endOne(question.session) : await endOthers();
    patch({ result: { kind: 'success', text } });
    await loadSessions();
  } catch (error) {
    patch({
      result: { kind: 'failure', text: `No device was signed out: ${toMessage(error, REQUEST_FAILED)}` },
    });
  } finally {
    patch({ question: null, isEnding: false });
  }
}

async function endOne({ id, device }: OwnSession): Promise<string> {
  try {
    await callApi(endOwnSession, { params: { id } });
  } catch (error) {
    // The session already ended, which is the wanted result.
    if (!(error instanceof ApiFailure) || error.code !== GONE) throw error;
  }
  return `Signed out of ${device}.`;
}

async function endOthers(): Promise<string> {
  const { endedCount } = await callApi(endOtherSessions);
  return endedCount === 1 ? 'Signed out of one other device.' : `Signed out of ${endedCount} other devices.`;
}
