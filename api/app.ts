import { Elysia } from 'elysia';
import { authRoutes } from './auth/routes.ts';
import { ERRORS } from './contract/errors.ts';
import { type Deps, Frame, requestIdOf, toErrorResponse } from './endpoint.ts';
import { ApiError, toApiError } from './errors.ts';
import { describeError } from './log.ts';

export interface App {
  /** Answers one request; never throws. */
  fetch(request: Request, server?: BunServer): Promise<Response>;
  /** Every call that is served. */
  frame: Frame;
  elysia: Elysia;
}

type BunServer = Bun.Server<undefined>;

/** Builds the API from its features. It listens on nothing and starts nothing. */
export function createApp(deps: Deps): App {
  const frame = new Frame(deps);
  const elysia = new Elysia({ prefix: '/api' })
    .onError(({ error, code, request }) => {
      const requestId = requestIdOf(request);
      if (code === 'NOT_FOUND') return toErrorResponse(unknownRoute(elysia, request), requestId);
      const refusal = toApiError(error);
      if (refusal.status >= 500) deps.log.error('request_failed', { requestId, ...describeError(error) });
      return toErrorResponse(refusal, requestId);
    })
    .use(authRoutes(frame)) as unknown as Elysia;

  return {
    frame,
    elysia,
    fetch: async (request, server) => {
      if (request.method === 'OPTIONS') return withCors(preflight(), request, deps);
      const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
      if (server) elysia.server = server as typeof elysia.server;
      const response = await elysia.handle(asked);
      const answer = request.method === 'HEAD' ? new Response(null, response) : response;
      return withCors(answer, request, deps);
    },
  };
}

function unknownRoute(elysia: Elysia, request: Request): ApiError {
  const path = new URL(request.url).pathname;
  const known = ['GET', 'POST', 'PUT', 'DELETE'].some((method) => elysia.router.http.find(method, path));
  return new ApiError(known ? ERRORS.METHOD_NOT_ALLOWED : ERRORS.ROUTE_NOT_FOUND);
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '600',
};

function preflight(): Response {
  return new Response(null, { status: 204, headers: { 'x-content-type-options': 'nosniff' } });
}

/** Names the caller's origin only when it is on the list; no reflection, no credentials (security P35). */
function withCors(response: Response, request: Request, { config }: Deps): Response {
  if (config.CORS_ORIGINS.length === 0) return response;
  response.headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (!origin || !config.CORS_ORIGINS.includes(origin)) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', 'Retry-After, X-Request-Id');
  if (request.method === 'OPTIONS') {
    for (const [name, value] of Object.entries(PREFLIGHT_HEADERS)) response.headers.set(name, value);
  }
  return response;
}
