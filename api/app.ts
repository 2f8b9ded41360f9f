import { Elysia } from 'elysia';
import { activityRoutes } from './activity/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { badgeRoutes } from './awards/badges/routes.ts';
import { certificateRoutes } from './awards/certificates/routes.ts';
import { createAddressReader, type SocketInfo } from './client-address.ts';
import { cohortRoutes } from './cohorts/routes.ts';
import { ERRORS } from './contract/errors.ts';
import { curriculumRoutes } from './curriculum/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { type Deps, Frame, toErrorResponse } from './endpoint.ts';
import { ApiError, toApiError } from './errors.ts';
import { exportRoutes } from './exports/routes.ts';
import { faviconRoutes } from './favicons/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { leaderboardRoutes } from './leaderboard/routes.ts';
import { revisionRoutes } from './learning/revision-routes.ts';
import { learningRoutes } from './learning/routes.ts';
import { describeError } from './log.ts';
import { devOutboxRoutes } from './mail/dev-outbox.ts';
import { devPreviewRoutes } from './mail/dev-preview.ts';
import { mailRoutes } from './mail/routes.ts';
import { emailVerificationRoutes } from './otp/email-verification.ts';
import { passwordResetRoutes } from './otp/password-reset.ts';
import { ownAccountRoutes } from './own-account/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { openContext, requestIdOf } from './request-context.ts';
import { scopeRoutes } from './scopes/routes.ts';
import { shareRoutes } from './share/routes.ts';
import { staffSearchRoutes } from './staff-search/routes.ts';
import { userRoutes } from './users/routes.ts';

export interface App {
  /** Answers one request; never throws. */
  fetch(request: Request, server?: SocketInfo): Promise<Response>;
  /** Every call that is served. */
  frame: Frame;
  elysia: Elysia;
  /** Ends what is still open towards clients, such as event streams. */
  close(): void;
}

/** Builds the API from its features. It listens on nothing and starts nothing. */
export function createApp(deps: Deps): App {
  const frame = new Frame(deps);
  const addressOf = createAddressReader(deps.config.TRUSTED_PROXIES);
  const features = new Elysia({ prefix: '/api' })
    .use(authRoutes(frame))
    .use(emailVerificationRoutes(frame))
    .use(passwordResetRoutes(frame))
    .use(profileRoutes(frame))
    .use(ownAccountRoutes(frame))
    .use(userRoutes(frame))
    .use(scopeRoutes(frame))
    .use(assignmentRoutes(frame))
    .use(badgeRoutes(frame))
    .use(certificateRoutes(frame))
    .use(shareRoutes(frame))
    .use(activityRoutes(frame))
    .use(analyticsRoutes(frame))
    .use(auditLogRoutes(frame))
    .use(mailRoutes(frame))
    .use(staffSearchRoutes(frame))
    .use(cohortRoutes(frame))
    .use(curriculumRoutes(frame))
    .use(learningRoutes(frame))
    .use(revisionRoutes(frame))
    .use(leaderboardRoutes(frame))
    .use(importRoutes(frame))
    .use(exportRoutes(frame))
    .use(faviconRoutes(deps))
    .use(docsRoutes(frame));
  const elysia: Elysia = new Elysia()
    .onError(({ error, code, request }) => {
      const requestId = requestIdOf(request);
      if (code === 'NOT_FOUND') return toErrorResponse(unknownRoute(elysia, request), requestId);
      const refusal = toApiError(error);
      if (refusal.status >= 500) deps.log.error('request_failed', { requestId, ...describeError(error) });
      return toErrorResponse(refusal, requestId);
    })
    .use(features)
    .use(healthRoutes(deps))
    .use(devOutboxRoutes(deps))
    .use(devPreviewRoutes(deps)) as unknown as Elysia;

  return {
    frame,
    elysia,
    close: () => frame.close(),
    fetch: async (request, server) => {
      if (request.method === 'OPTIONS') return withCors(preflight(), request, deps);
      const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
      openContext(asked, addressOf(request, server));
      const response = await elysia.handle(asked);
      if (request.method === 'HEAD') await response.body?.cancel();
      const answer = request.method === 'HEAD' ? new Response(null, response) : response;
      return withCors(answer, request, deps);
    },
  };
}

function unknownRoute(elysia: Elysia, request: Request): ApiError {
  const path = new URL(request.url).pathname;
  const isKnown = elysia.routes.some((route) => toPattern(route.path).test(path));
  return new ApiError(isKnown ? ERRORS.METHOD_NOT_ALLOWED : ERRORS.ROUTE_NOT_FOUND);
}

const patterns = new Map<string, RegExp>();

function toPattern(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = new RegExp(
    `^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`,
  );
  patterns.set(path, pattern);
  return pattern;
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
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
  response.headers.set('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
  if (request.method === 'OPTIONS') {
    for (const [name, value] of Object.entries(PREFLIGHT_HEADERS)) response.headers.set(name, value);
  }
  return response;
}
