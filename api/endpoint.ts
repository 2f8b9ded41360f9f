import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { Elysia } from 'elysia';
import { type Actor, type ActorWith, holdActor, prepareActor } from './auth/actor.ts';
import { type Account, decideAccess, rolesFor } from './contract/access.ts';
import type { Call } from './contract/call.ts';
import { BODY_LIMIT_BYTES } from './contract/constants.ts';
import { ERRORS } from './contract/errors.ts';
import { withCallerHold } from './db/caller-hold.ts';
import type { Database } from './db/client.ts';
import { DEADLINE_MS, withDeadline } from './db/deadline.ts';
import type { Config } from './env.ts';
import { ApiError, toApiError } from './errors.ts';
import { describeError, type Log } from './log.ts';
import { isReaching, recordRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';
import { checkBody, readJson, readQuery } from './request-input.ts';
import type { SecretKey } from './secrets.ts';
import { createWriteLimit } from './write-limit.ts';
import { hashRequest } from './write-once.ts';

/** What every feature is built from. */
export interface Deps {
  db: Database;
  config: Config;
  secret: SecretKey;
  log: Log;
}

/** Where a request came from, for limits, sessions and the audit log. */
export interface Caller {
  address: string;
  userAgent: string | null;
  requestId: string;
  /** The Idempotency-Key header of a repeated write; null when none was sent. */
  idempotencyKey: string | null;
  /** What this request is, for a key that comes twice; '' without a key. */
  requestHash: string;
}

export interface Exchange<Body, Query> {
  body: Body;
  query: Query;
  params: Record<string, string>;
  caller: Caller;
}

export interface SignedInExchange<Body, Query> extends Exchange<Body, Query> {
  actor: Actor;
}

/** A success with fields beside `data`, such as `message` or `emailVerified` (contract 1.3, 1.9). */
export class Reply {
  constructor(readonly fields: { data?: unknown; message?: string } & Record<string, unknown>) {}
}

/** A success that is a file to keep instead of the envelope (`files` of the call). */
export class FileReply {
  constructor(
    readonly type: string,
    /** As the browser will save it: ASCII letters, digits, '-' and '.' alone. */
    readonly fileName: string,
    readonly content: string | ReadableStream<Uint8Array>,
  ) {}
}

/** A success that clients may keep and ask for again by `tag`: unchanged, it is answered 304 without its data. */
export class TaggedReply {
  constructor(
    readonly data: unknown,
    /** Letters, digits, '-' and '_' alone. */
    readonly tag: string,
  ) {}
}

/** A success that goes on: server-sent events (`files` of the call). */
export class EventReply {
  constructor(readonly events: ReadableStream<Uint8Array>) {}
}

type Handler<Body, Query> = (exchange: Exchange<Body, Query>) => Promise<unknown>;
type SignedInHandler<Body, Query> = (exchange: SignedInExchange<Body, Query>) => Promise<unknown>;

/**
 * Refuses by throwing, before the body is judged: for rights that hang on what a call names, such as a league's scope.
 * `readRaw` gives the body unchecked, for calls that name the league there; a right that hangs on the path alone is
 * judged before a byte of the body is read.
 */
export type Guard = (asked: {
  actor: Actor;
  params: Record<string, string>;
  readRaw: () => Promise<Record<string, unknown>>;
}) => Promise<void>;

type FindActor = (authorization: string | null) => Promise<ActorWith<unknown>>;
type Handle = (exchange: SignedInExchange<unknown, unknown> & { own: unknown }) => Promise<unknown>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The frame features hang their calls on: guard first, then input, then the handler, one envelope for all. */
export class Frame {
  readonly calls: Call[] = [];
  private readonly closers: (() => void)[] = [];
  private readonly findActor: FindActor;
  private readonly takeWrite: (userId: string) => void;

  constructor(readonly deps: Deps) {
    this.takeWrite = createWriteLimit(deps.config.RATE_LIMIT_SCALE);
    this.findActor = prepareActor(deps.db, 'find_session', () => sql`null`);
  }

  /** Has something of a feature ended when the product stops. */
  onClose(closer: () => void): void {
    this.closers.push(closer);
  }

  close(): void {
    for (const closer of this.closers) closer();
  }

  /** An Elysia plugin for one feature; its calls are added with `serve`. */
  feature(name: string): Elysia {
    return new Elysia({ name });
  }

  /** Serves a call that needs no token. */
  servePublic<Body, Query>(app: Elysia, call: Call<Body, Query>, handler: Handler<Body, Query>): void {
    if (call.access !== 'public') throw new Error(`${call.name} is not public`);
    this.route(app, call as Call, (exchange) => handler(exchange as Exchange<Body, Query>));
  }

  /**
   * Serves a call for signed-in callers; its access rule, then the guard, are judged before a byte of the body is read.
   * A write asks again inside its transaction for what the guard asked.
   */
  serve<Body, Query>(
    app: Elysia,
    call: Call<Body, Query>,
    handler: SignedInHandler<Body, Query>,
    guard?: Guard,
  ): void {
    if (call.access === 'public') throw new Error(`${call.name} is public`);
    this.route(app, call as Call, (exchange) => handler(exchange as SignedInExchange<Body, Query>), guard);
  }

  /**
   * Serves a read about its caller; `own` gives the SQL of one JSON value from the caller's id. One statement finds the
   * session and that value, which is the whole `data` where no handler makes something of it.
   */
  serveOwn<Own, Query>(
    app: Elysia,
    call: Call<unknown, Query>,
    own: (userId: PgColumn) => SQL,
    handler: (exchange: SignedInExchange<unknown, Query> & { own: Own }) => Promise<unknown> = async ({
      own,
    }) => own,
  ): void {
    if (call.access === 'public') throw new Error(`${call.name} is public`);
    this.route(
      app,
      call as Call,
      (exchange) => handler(exchange as SignedInExchange<unknown, Query> & { own: Own }),
      undefined,
      prepareActor(this.deps.db, `own_${call.name}`, own),
    );
  }

  private route(app: Elysia, call: Call, handle: Handle, guard?: Guard, findActor = this.findActor) {
    this.calls.push(call);
    app.route(
      call.method,
      call.path,
      ({ request, params }) => this.answer(call, { handle, guard, findActor }, request, params ?? {}),
      { parse: 'none' },
    );
  }

  private async answer(
    call: Call,
    { handle, guard, findActor }: { handle: Handle; guard?: Guard; findActor: FindActor },
    request: Request,
    params: Record<string, string>,
  ): Promise<Response> {
    const started = performance.now();
    const { requestId, address } = contextOf(request);
    let actor: Actor | undefined;
    let own: unknown;
    let response: Response;
    let reason: string | undefined;
    try {
      const work = async () => {
        if (call.access !== 'public') {
          ({ actor, own } = await findActor(request.headers.get('authorization')));
          requireAccess(actor, call);
          if (call.access === 'learner' && call.method !== 'GET') this.takeWrite(actor.id);
        }
        for (const value of Object.values(params)) {
          if (!ID.test(value)) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
        }
        let json: Promise<Record<string, unknown>> | undefined;
        const readRaw = () => {
          json ??= readJson(request, call.bodyLimit ?? BODY_LIMIT_BYTES);
          return json;
        };
        if (actor) await guard?.({ actor, params, readRaw });
        const query = call.query ? readQuery(call.query, request.url) : undefined;
        const body = call.body ? checkBody(call.body, await readRaw()) : undefined;
        const idempotencyKey = readIdempotencyKey(request);
        const caller = {
          address,
          userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? null,
          requestId,
          idempotencyKey,
          requestHash: idempotencyKey ? hashRequest(call.name, params, body) : '',
        };
        const exchange = { actor: actor as Actor, own, body, query, params, caller };
        return this.holding(call, actor, () => handle(exchange));
      };
      const result = await withDeadline(call.deadlineMs ?? DEADLINE_MS, work);
      response = toSuccess(call, result, requestId, request.headers.get('if-none-match'));
    } catch (error) {
      const refusal = toApiError(error);
      reason = refusal.reason;
      if (refusal.status >= 500) {
        this.deps.log.error('request_failed', { requestId, call: call.name, ...describeError(error) });
      }
      if (actor && isReaching(reason)) await this.noteRefusal(call, actor, refusal, request);
      response = toErrorResponse(refusal, requestId);
    }
    this.deps.log.info('request', {
      requestId,
      method: call.method,
      route: call.path,
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      userId: actor?.id,
      address,
      reason,
    });
    return response;
  }

  /** A refusal stays one when it cannot be written down. */
  private async noteRefusal(call: Call, actor: Actor, refusal: ApiError, request: Request): Promise<void> {
    const { reason, extras } = refusal;
    const caller = contextOf(request);
    await recordRefusal(this.deps.db, { actorId: actor.id, call: call.name, reason, extras, caller }).catch(
      (error) => this.deps.log.error('refusal_not_recorded', describeError(error)),
    );
  }

  /** Lets a write that waited for a suspension, a new role or password meet it, in whatever transaction it opens. */
  private holding(call: Call, actor: Actor | undefined, work: () => Promise<unknown>): Promise<unknown> {
    if (!actor || call.method === 'GET') return work();
    const hold = async (tx: Database) => {
      await holdActor(tx, actor);
      requireAccess(actor, call);
    };
    return withCallerHold(hold, work);
  }
}

/** Throws the refusal of `decideAccess`, with the fields of contract 0.2. */
export function requireAccess(account: Account, call: Pick<Call, 'access'>): void {
  const decision = decideAccess(account, call.access);
  if (decision.allowed) return;
  const required = rolesFor(call.access);
  const extras = required.length > 0 ? { required, current: account.role } : {};
  throw new ApiError(ERRORS[decision.reason as keyof typeof ERRORS], { extras });
}

/** A refusal as the agreed envelope; the reason rides beside the words as `code`. */
export function toErrorResponse(refusal: ApiError, requestId: string): Response {
  const response = envelope(
    refusal.status,
    { success: false, error: refusal.message, code: refusal.reason, requestId, ...refusal.extras },
    requestId,
  );
  if (refusal.retryAfter !== undefined) response.headers.set('retry-after', String(refusal.retryAfter));
  return response;
}

function toSuccess(call: Call, result: unknown, requestId: string, known: string | null): Response {
  if (result instanceof TaggedReply) {
    const tag = `W/"${result.tag}"`;
    const response =
      known === tag
        ? respond(304, null, requestId, 'application/json')
        : envelope(call.status, { success: true, data: result.data }, requestId);
    response.headers.set('etag', tag);
    return response;
  }
  if (result instanceof EventReply) {
    const response = respond(call.status, result.events, requestId, 'text/event-stream');
    // Proxies that gather a reply before they pass it on would keep every event to themselves.
    response.headers.set('x-accel-buffering', 'no');
    return response;
  }
  if (result instanceof FileReply) {
    const response = respond(call.status, result.content, requestId, result.type);
    response.headers.set('content-disposition', `attachment; filename="${result.fileName}"`);
    return response;
  }
  const fields = result instanceof Reply ? result.fields : { data: result };
  return envelope(call.status, { success: true, ...fields }, requestId);
}

/** A JSON reply with the headers every API reply carries (security P33). */
export function envelope(status: number, body: unknown, requestId: string): Response {
  return respond(status, JSON.stringify(body), requestId, 'application/json');
}

function respond(
  status: number,
  content: string | ReadableStream<Uint8Array> | null,
  requestId: string,
  type: string,
): Response {
  return new Response(content, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-request-id': requestId,
    },
  });
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  return key && /^[\x21-\x7e]{1,128}$/.test(key) ? key : null;
}
