import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Call, ParamsOf } from '#contract/call.ts';
import { BODY_LIMIT_BYTES } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { isId } from '#contract/text.ts';
import { type Actor, type ActorWith, actorLock, prepareActor } from '../access/actor.ts';
import { type Guard, requireAccess } from '../access/guard.ts';
import { requireProof } from '../access/proof.ts';
import { type Database, withActorLock } from '../db/client.ts';
import { DEADLINE_MS, requireTime, withDeadline } from '../db/deadline.ts';
import { ApiError, toApiError } from '../errors/api-error.ts';
import type { Config } from '../process/env.ts';
import { describeError, type Log } from '../process/log.ts';
import { countRequest, requestsInFlight } from '../process/metrics.ts';
import type { SecretKey } from '../process/secrets.ts';
import { CallCounter } from './call-counter.ts';
import { limitOf } from './call-limits.ts';
import { limitKeyOf } from './client-address.ts';
import { isAudited, recordDenied } from './denied.ts';
import { checkBody, readJson, readQuery } from './input.ts';
import { recordPeopleRead } from './people-read.ts';
import { readRequestInfo } from './read-request-info.ts';
import { toErrorResponse, toSuccess } from './reply.ts';
import { originOf, type RequestInfo } from './request-info.ts';

export interface Deps {
  db: Database;
  config: Config;
  secret: SecretKey;
  log: Log;
  /** Longest time of a call that names no longer one. */
  deadlineMs?: number;
}

interface RequestContext<Body, Query, Path extends string = string> {
  body: Body;
  query: Query;
  params: ParamsOf<Path>;
  requestInfo: RequestInfo;
}

export interface SignedInContext<Body, Query, Path extends string = string>
  extends RequestContext<Body, Query, Path> {
  actor: Actor;
}

type Handler<Body, Query, Path extends string> = (
  context: RequestContext<Body, Query, Path>,
) => Promise<unknown>;
type SignedInHandler<Body, Query, Path extends string> = (
  context: SignedInContext<Body, Query, Path>,
) => Promise<unknown>;

type Answer<Path extends string = string> = (asked: {
  request: Request;
  params: ParamsOf<Path>;
}) => Response | Promise<Response>;

interface Route {
  method: Call['method'];
  path: string;
  answer: Answer;
}

type FindActor = (
  authorization: string | null,
  values: Record<string, string>,
) => Promise<ActorWith<unknown>>;
type AnyGuard = Guard<Record<string, string>>;
type Handle = (context: SignedInContext<unknown, unknown> & { own: unknown }) => Promise<unknown>;

/** Checks access rule and guard, then the input, then runs the handler. */
export class ApiRouter {
  readonly calls: Call[] = [];
  readonly routes: Route[] = [];
  private readonly closers: (() => void)[] = [];
  private readonly findActor: FindActor;
  readonly counter: CallCounter;

  constructor(readonly deps: Deps) {
    this.counter = new CallCounter({ db: deps.db, scale: deps.config.RATE_LIMIT_SCALE });
    this.findActor = prepareActor(deps.db, 'find_session', () => sql`null`);
  }

  onClose(closer: () => void): void {
    this.closers.push(closer);
  }

  close(): void {
    for (const closer of this.closers) closer();
  }

  servePublic<Body, Query, Path extends string>(
    call: Call<Body, Query, unknown, Path>,
    handler: Handler<Body, Query, Path>,
  ): void {
    if (call.access !== 'public') throw new Error(`${call.name} is not public`);
    this.add(call as Call, (context) => handler(context as unknown as RequestContext<Body, Query, Path>));
  }

  /**
   * Checks the access rule and `guard` before reading the body; a write has to check again inside its transaction.
   * `own` is SQL of one JSON value for the guard, read by the statement that finds the session.
   */
  serve<Body, Query, Path extends string, Own = null>(
    call: Call<Body, Query, unknown, Path>,
    handler: SignedInHandler<Body, Query, Path>,
    guard?: Guard<ParamsOf<Path>, Own>,
    own?: (userId: PgColumn) => SQL<Own>,
  ): void {
    if (call.access === 'public') throw new Error(`${call.name} is public`);
    this.add(
      call as Call,
      (context) => handler(context as unknown as SignedInContext<Body, Query, Path>),
      guard as AnyGuard,
      own && prepareActor(this.deps.db, `own_${call.name}`, own),
    );
  }

  /**
   * Serves a read about the caller. `own` returns SQL of one JSON value, read by the statement that finds the session;
   * path parameters are its placeholders.
   */
  serveOwn<Own, Query, Path extends string>(
    call: Call<unknown, Query, unknown, Path>,
    own: (userId: PgColumn) => SQL<Own>,
    handler: (context: SignedInContext<unknown, Query, Path> & { own: Own }) => Promise<unknown>,
  ): void {
    if (call.access === 'public') throw new Error(`${call.name} is public`);
    this.add(
      call as Call,
      (context) => handler(context as SignedInContext<unknown, Query, Path> & { own: Own }),
      undefined,
      prepareActor(this.deps.db, `own_${call.name}`, own),
    );
  }

  /** Serves a page or file, which is no call and checks for itself what it needs. */
  get<Path extends string>(path: Path, answer: Answer<Path>): void {
    this.routes.push({ method: 'GET', path, answer: answer as Answer });
  }

  private add(call: Call, handle: Handle, guard?: AnyGuard, findActor = this.findActor) {
    this.calls.push(call);
    this.routes.push({
      method: call.method,
      path: `/api${call.path}`,
      answer: ({ request, params }) => this.answer(call, { handle, guard, findActor }, request, params),
    });
  }

  private async answer(
    call: Call,
    { handle, guard, findActor }: { handle: Handle; guard?: AnyGuard; findActor: FindActor },
    request: Request,
    params: Record<string, string>,
  ): Promise<Response> {
    const started = performance.now();
    requestsInFlight.inc();
    const { requestId, address } = originOf(request);
    let actor: Actor | undefined;
    let own: unknown;
    let response: Response;
    let reason: string | undefined;
    let isReading = false;
    const deadlineMs = Math.max(call.deadlineMs ?? 0, this.deps.deadlineMs ?? DEADLINE_MS);
    try {
      const work = async () => {
        const limit = limitOf(call);
        if (call.access === 'public') await this.counter.take(limit, 'address', limitKeyOf(address));
        else {
          ({ actor, own } = await this.identify(findActor, request, address, params));
          await this.counter.take(limit, 'account', actor.id);
          requireAccess(actor, call);
          await requireProof(this.deps, actor, call);
        }
        for (const value of Object.values(params)) {
          // The address of a calendar ends as a file, for programs that look at the name alone.
          const id = call.files ? value.replace(/\.ics$/, '') : value;
          if (!isId(id)) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
        }
        let json: Promise<Record<string, unknown>> | undefined;
        const readRaw = () => {
          isReading ||= json === undefined;
          json ??= readJson(request, call.bodyLimit ?? BODY_LIMIT_BYTES).finally(() => {
            isReading = false;
          });
          return json;
        };
        if (actor) await guard?.({ actor, params, own, readRaw });
        const query = call.query ? readQuery(call.query, request.url) : undefined;
        const body = call.body ? checkBody(call.body, await readRaw()) : undefined;
        if (actor && namesAnother(actor, [params, query, body])) {
          await requireProof(this.deps, actor, { access: 'staff', path: call.path });
        }
        const requestInfo = readRequestInfo(request, call, params, body);
        const context = { actor: actor as Actor, own, body, query, params, requestInfo };
        // Prevents writes for a caller who already got a 503.
        requireTime();
        // Only after the body: a slow sender must not keep the connection open.
        if (call.deadlineMs) keepOpen(request, call.deadlineMs);
        const reply = await this.withLockedActor(call, actor, () => handle(context));
        if (actor) await recordPeopleRead(this.deps.db, { actorId: actor.id, call, reply, requestInfo });
        return reply;
      };
      const result = await withDeadline(deadlineMs, work, call.deadlineMs);
      response = toSuccess(call, result, requestId, request.headers);
    } catch (error) {
      // A client that sends too slowly gets 408 instead of 503.
      const apiError = toApiError(
        isReading ? new ApiError(ERRORS.BODY_INCOMPLETE, { retryAfter: 2 }) : error,
      );
      reason = apiError.reason;
      if (apiError.status >= 500) {
        this.deps.log.error('request_failed', { requestId, call: call.name, ...describeError(error) });
      }
      if (actor && isAudited(reason)) await this.reportDenied(call, actor, apiError, request);
      response = toErrorResponse(apiError, requestId);
    }
    const ms = performance.now() - started;
    requestsInFlight.dec();
    countRequest(call.name, response.status, ms);
    this.deps.log.info('request', {
      requestId,
      method: call.method,
      route: call.path,
      status: response.status,
      ms: Math.round(ms * 10) / 10,
      userId: actor?.id,
      address,
      reason,
    });
    return response;
  }

  /** Counts failed authentication by address. */
  private async identify(
    findActor: FindActor,
    request: Request,
    address: string,
    params: Record<string, string>,
  ) {
    try {
      return await findActor(request.headers.get('authorization'), toValues(params));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        await this.counter.take('token', 'address', limitKeyOf(address));
      }
      throw error;
    }
  }

  /** A failure to record must not allow the call. */
  private async reportDenied(call: Call, actor: Actor, apiError: ApiError, request: Request): Promise<void> {
    const { reason, extras } = apiError;
    const requestInfo = originOf(request);
    await recordDenied(this.deps.db, {
      actorId: actor.id,
      call: call.name,
      reason,
      extras,
      requestInfo,
    }).catch((error) => this.deps.log.error('refusal_not_recorded', describeError(error)));
  }

  /** Checks the access rule again under lock, in every transaction of the write. */
  private withLockedActor(
    call: Call,
    actor: Actor | undefined,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!actor || call.method === 'GET') return work();
    const { statement, check } = actorLock(actor);
    const checkAll = (rows: readonly unknown[]) => {
      check(rows);
      requireAccess(actor, call);
    };
    return withActorLock({ statement, check: checkAll }, work);
  }
}

// Calls open to every role need staff proof when they name another account.
function namesAnother(actor: Actor, asked: readonly unknown[]): boolean {
  return asked.some((part) => {
    const { userId } = (part ?? {}) as { userId?: unknown };
    return Boolean(userId) && userId !== actor.id;
  });
}

function toValues(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isId(value) ? value : '']));
}

const SPARE_SECONDS = 5;
const SILENT_SECONDS_MAX = 255;

/** Bun closes a connection that stays silent for ten seconds, also while a reply is prepared. */
function keepOpen(request: Request, deadlineMs: number): void {
  const seconds = Math.ceil(deadlineMs / 1000) + SPARE_SECONDS;
  originOf(request).keepOpen?.(Math.min(seconds, SILENT_SECONDS_MAX));
}
