import { type AUTH_ERRORS, refreshSession } from '#contract/auth.ts';
import { type BodyOf, type Call, type DataOf, type Envelope, pathOf } from '#contract/call.ts';
import { API_BASE_PATH } from '#contract/constants.ts';
import type { ERRORS } from '#contract/errors.ts';
import { cacheReply, readCachedReply } from '../offline/offline-cache.ts';
import { forgetEarlyReplies, takeEarlyReply } from './early-replies.ts';
import { endSession, followSessionEnd, type SignOutReason } from './session-end.ts';
import { readTokens, saveAccessToken } from './tokens.ts';

export const REQUEST_FAILED = 'API request failed';
export const NETWORK_FAILED = 'Network error. Please try again.';
const REQUEST_TIMEOUT_MS = 30_000;

interface FailureFacts {
  kind: ApiFailure['kind'];
  message: string;
  status?: number;
  reply?: Record<string, unknown> | null;
  retryAfter?: number | null;
}

/** `message` is fit for the screen; compare `code`, never the message. */
export class ApiFailure extends Error {
  /** `refused`: error reply; `network`: no reply; `invalid`: not our JSON; `aborted`: by the caller. */
  readonly kind: 'refused' | 'network' | 'invalid' | 'aborted';
  /** HTTP status; 0 without a reply. */
  readonly status: number;
  /** Error code from the contract, such as OTP_INVALID. */
  readonly code: string | null;
  readonly data: unknown;
  /** The whole reply, with extras beside `error` (leagueId, required, …). */
  readonly reply: Record<string, unknown> | null;
  /** Seconds until a retry is allowed. */
  readonly retryAfter: number | null;

  constructor({ kind, message, status = 0, reply = null, retryAfter = null }: FailureFacts) {
    super(message);
    this.name = 'ApiFailure';
    this.kind = kind;
    this.status = status;
    this.reply = reply;
    this.code = typeof reply?.code === 'string' ? reply.code : null;
    this.data = reply?.data ?? null;
    this.retryAfter = retryAfter;
  }
}

/** Text for anything thrown. A rate limit adds its `details`. */
export function toMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiFailure && error.message)) return fallback;
  const details = error.status === 429 && error.reply?.details;
  return details ? `${error.message}. ${details}` : error.message;
}

export interface RequestOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
  headers?: Record<string, string> | undefined;
  timeoutMs?: number;
  /** Makes a retried write safe (docs/security.md P41). */
  idempotencyKey?: string;
}

export interface CallOptions<C> extends RequestOptions {
  body?: Sendable<BodyOf<C>>;
}

type Sendable<Body> = Body extends object
  ? { [Key in keyof Body as undefined extends Body[Key] ? never : Key]: Body[Key] } & {
      [Key in keyof Body as undefined extends Body[Key] ? Key : never]?: Body[Key];
    }
  : Body;

export type AnyCall = Pick<Call, 'method' | 'path' | 'access' | 'proof'>;

/** Returns `data`, after one token refresh for a 401. Throws ApiFailure. */
export async function callApi<C extends AnyCall>(call: C, options: CallOptions<C> = {}): Promise<DataOf<C>> {
  return (await callApiForReply(call, options)).data;
}

export async function callApiForReply<C extends AnyCall>(
  call: C,
  options: CallOptions<C> = {},
): Promise<Extract<Envelope<DataOf<C>>, { success: true }>> {
  return withFreshToken(call, (token) => request<DataOf<C>>(call, options, token));
}

const ENDS: Partial<Record<string, SignOutReason>> = {
  ACCOUNT_SUSPENDED: 'suspended',
  REFRESH_USER_REFUSED: 'suspended',
  ACCOUNT_CLOSED: 'closed',
  REFRESH_CLOSED: 'closed',
} satisfies Partial<Record<keyof typeof ERRORS | keyof typeof AUTH_ERRORS, SignOutReason>>;
let notifyRightsRefused = () => {};
/** Called after a refusal, as the account may have lost a right since the screen was rendered. */
export function onRightsRefused(listener: () => void): void {
  notifyRightsRefused = listener;
}

interface ProofPrompt {
  /** Prompts for the proof that a refused call lacks; true to repeat the call. */
  repair(refusal: ApiFailure): Promise<boolean>;
  /**
   * Prompts before a call marked 'agreed', because the API demands a proof only from accounts with a passkey. Throws
   * ApiFailure.
   */
  prove(): Promise<void>;
}
let proofPrompt: ProofPrompt = { repair: async () => false, prove: async () => {} };
export function setProofPrompt(asker: ProofPrompt): void {
  proofPrompt = asker;
}

/** Repeats the call after a token refresh or a missing proof; may end the session in every tab. Throws ApiFailure. */
export async function withFreshToken<Result>(
  call: AnyCall,
  send: (token: string | null) => Promise<Result>,
): Promise<Result> {
  if (call.proof === 'agreed') await proofPrompt.prove();
  try {
    return await sendFresh(call, send);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 403 || !(await proofPrompt.repair(error)))
      throw error;
    return await sendFresh(call, send);
  }
}

async function sendFresh<Result>(
  call: AnyCall,
  send: (token: string | null) => Promise<Result>,
): Promise<Result> {
  const isPublic = call.access === 'public';
  const { accessToken, refreshToken } = readTokens();
  try {
    return await send(isPublic ? null : accessToken);
  } catch (error) {
    if (isPublic || !(error instanceof ApiFailure) || error.kind !== 'refused') throw error;
    if (error.status === 403) followRefusal(error, refreshToken);
    if (error.status !== 401) throw error;
    const fresh = await refreshAccessToken(accessToken);
    if (!fresh) throw error;
    return await send(fresh);
  }
}

function followRefusal({ code }: ApiFailure, refreshToken: string | null): void {
  // Another account may have signed in meanwhile.
  const end = ENDS[code ?? ''];
  if (end && readTokens().refreshToken === refreshToken) endSession(end);
  else notifyRightsRefused();
}

const REFRESH_LOCK = 'session-refresh';
// Passes the new token to other tabs through the cache, because localStorage reaches other processes late.
const SESSION = 'session';
const RENEWAL = 'renewal';
interface Renewal {
  stale: string | null;
  accessToken: string;
}
// By then localStorage is in sync.
const PASSING_ON_MS = 60_000;
let refreshing: Promise<string | null> | null = null;

/**
 * One refresh for all calls and, with Web Locks, all tabs. Returns null and drops the tokens if refused; throws
 * ApiFailure if the server is unreachable.
 */
export function refreshAccessToken(stale: string | null): Promise<string | null> {
  refreshing ??= withRefreshLock(() => refresh(stale)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

function withRefreshLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without Web Locks two tabs may both refresh, which is harmless.
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(REFRESH_LOCK, work) : work();
}

async function refresh(stale: string | null): Promise<string | null> {
  const { accessToken, refreshToken } = readTokens();
  if (accessToken && accessToken !== stale) return accessToken;
  if (!refreshToken) {
    if (accessToken) endSession('ended');
    else followSessionEnd();
    return null;
  }
  const renewed = await readCachedReply<Renewal>(SESSION, RENEWAL);
  if (stale && renewed?.data.stale === stale && Date.now() - renewed.at < PASSING_ON_MS) {
    return renewed.data.accessToken;
  }
  try {
    const { data } = await request<DataOf<typeof refreshSession>>(
      refreshSession,
      { body: { refreshToken } },
      null,
    );
    // Another tab may have signed in or out.
    if (readTokens().refreshToken !== refreshToken) return readTokens().accessToken;
    saveAccessToken(data.accessToken);
    await cacheReply(SESSION, RENEWAL, { stale, accessToken: data.accessToken } satisfies Renewal);
    return data.accessToken;
  } catch (error) {
    if (!(error instanceof ApiFailure) || !isRefusal(error)) throw error;
    if (readTokens().refreshToken === refreshToken) {
      endSession(ENDS[error.code ?? ''] ?? 'ended');
    }
    return readTokens().accessToken;
  }
}

/** True if the server decided about the token; false for busy, rate-limited or unreachable servers. */
export function isRefusal(failure: ApiFailure): boolean {
  return failure.kind === 'refused' && [400, 401, 403, 404].includes(failure.status);
}

export function request<Data>(
  call: AnyCall,
  options: RequestOptions,
  token: string | null,
): Promise<Extract<Envelope<Data>, { success: true }>> {
  return exchange(call, options, token, async (response) => toReply<Data>(response, await response.text()));
}

/** Throws ApiFailure of kind 'network' for a missing or late reply. */
export async function exchange<Result>(
  call: AnyCall,
  {
    params,
    query,
    body,
    signal,
    keepalive = false,
    idempotencyKey,
    headers: extra,
    timeoutMs,
  }: RequestOptions,
  token: string | null,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    ...extra,
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const patience = withTimeout(signal, timeoutMs);
  try {
    const url = urlOf(call, params, query);
    if (call.method !== 'GET') forgetEarlyReplies();
    const early = call.method === 'GET' && !signal ? takeEarlyReply(url, token) : null;
    const ask = () =>
      fetch(url, {
        method: call.method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: patience.signal,
        keepalive,
        cache: 'no-store',
      });
    return await read(await (early ?? ask()));
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    throw new ApiFailure({ kind: signal?.aborted ? 'aborted' : 'network', message: NETWORK_FAILED });
  } finally {
    patience.end();
  }
}

export function urlOf(
  call: Pick<Call, 'path'>,
  params?: Record<string, string>,
  query: Record<string, string | number | undefined> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  const host = String(import.meta.env.PUBLIC_API_URL ?? '').replace(/\/+$/, '');
  return `${host}${API_BASE_PATH}${pathOf(call, params)}${search.size > 0 ? `?${search}` : ''}`;
}

/** Throws ApiFailure for anything but a success envelope. */
export function toReply<Data>(response: Response, text: string): Extract<Envelope<Data>, { success: true }> {
  const reply = parseObject(text);
  if (!reply) {
    throw new ApiFailure({
      kind: 'invalid',
      status: response.status,
      message: `Invalid JSON response from server (HTTP ${response.status})`,
    });
  }
  if (response.ok && reply.success === true) {
    return reply as Extract<Envelope<Data>, { success: true }>;
  }
  throw new ApiFailure({
    kind: 'refused',
    status: response.status,
    message: typeof reply.error === 'string' && reply.error ? reply.error : REQUEST_FAILED,
    reply,
    retryAfter: toSeconds(response.headers.get('Retry-After') ?? reply.retryAfter),
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function toSeconds(value: unknown): number | null {
  const seconds = Number(value);
  return value !== null && value !== undefined && Number.isFinite(seconds) && seconds > 0
    ? Math.ceil(seconds)
    : null;
}

function withTimeout(
  outer?: AbortSignal,
  timeoutMs = REQUEST_TIMEOUT_MS,
): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
