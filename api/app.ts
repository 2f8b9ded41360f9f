// Only this file imports Elysia (docs/decisions/0004).
import { Elysia } from 'elysia';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { authRoutes } from './accounts/auth/routes.ts';
import { emailVerificationRoutes } from './accounts/otp/email-verification.ts';
import { passwordResetRoutes } from './accounts/otp/password-reset.ts';
import { ownAccountRoutes, profileRoutes } from './accounts/own-account/routes.ts';
import { passkeyRoutes } from './accounts/passkeys/routes.ts';
import { scopeRoutes, userRoutes } from './accounts/users/routes.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { badgePictureRoutes } from './awards/badges/pictures.ts';
import { badgeRoutes } from './awards/badges/routes.ts';
import { certificateRoutes } from './awards/certificates/routes.ts';
import { calendarRoutes } from './community/calendar/routes.ts';
import { eventDoorRoutes } from './community/events/door.ts';
import { eventRoutes } from './community/events/routes.ts';
import { eventStaffRoutes } from './community/events/staff.ts';
import { mentoringRoutes } from './community/mentoring/routes.ts';
import { announcementRoutes } from './community/news/announcements.ts';
import { newsRoutes } from './community/news/routes.ts';
import { cohortRoutes } from './curriculum/cohorts/routes.ts';
import { deletionRoutes } from './curriculum/deletions/routes.ts';
import { leagueFileRoutes } from './curriculum/files/routes.ts';
import { importRoutes } from './curriculum/imports/routes.ts';
import { leagueRoutes } from './curriculum/leagues/routes.ts';
import { resourceRoutes } from './curriculum/resources/routes.ts';
import { sectionRoutes } from './curriculum/sections/routes.ts';
import { specializationRoutes } from './curriculum/specializations/routes.ts';
import { weekRoutes } from './curriculum/weeks/routes.ts';
import { leaderboardRoutes } from './leaderboard/routes.ts';
import { breakRoutes } from './learning/breaks.ts';
import { revisionRoutes } from './learning/revision-routes.ts';
import { learningRoutes } from './learning/routes.ts';
import { credentialRoutes } from './people/credentials/routes.ts';
import { publicProfileRoutes } from './people/profile/routes.ts';
import { ApiError, toApiError } from './platform/errors/api-error.ts';
import { createAddressReader, type SocketInfo, socketAddressOf } from './platform/http/client-address.ts';
import { createProxyWarning } from './platform/http/local-request.ts';
import { toErrorResponse } from './platform/http/reply.ts';
import { rememberOrigin, requestIdOf } from './platform/http/request-info.ts';
import { ApiRouter, type Deps } from './platform/http/router.ts';
import { devOutboxRoutes, devPreviewRoutes } from './platform/mail/dev-pages.ts';
import { mailRoutes } from './platform/mail/routes.ts';
import { describeError } from './platform/process/log.ts';
import { countUnknownRequest } from './platform/process/metrics.ts';
import { activityRoutes } from './reports/activity/routes.ts';
import { analyticsRoutes } from './reports/analytics/routes.ts';
import { auditLogRoutes } from './reports/audit-log/routes.ts';
import { staffSearchRoutes } from './reports/command-palette/routes.ts';
import { exportRoutes } from './reports/exports/routes.ts';
import { leagueLearnerRoutes } from './reports/learners/routes.ts';
import { docsRoutes } from './serving/docs/routes.ts';
import { faviconRoutes } from './serving/favicons/routes.ts';
import { healthRoutes } from './serving/health/routes.ts';
import { shareRoutes } from './serving/share/routes.ts';

const FEATURES = [
  authRoutes,
  emailVerificationRoutes,
  passwordResetRoutes,
  profileRoutes,
  ownAccountRoutes,
  passkeyRoutes,
  userRoutes,
  scopeRoutes,
  assignmentRoutes,
  badgeRoutes,
  badgePictureRoutes,
  certificateRoutes,
  shareRoutes,
  activityRoutes,
  analyticsRoutes,
  auditLogRoutes,
  mailRoutes,
  staffSearchRoutes,
  leagueLearnerRoutes,
  cohortRoutes,
  deletionRoutes,
  leagueRoutes,
  weekRoutes,
  sectionRoutes,
  resourceRoutes,
  specializationRoutes,
  leagueFileRoutes,
  learningRoutes,
  revisionRoutes,
  breakRoutes,
  announcementRoutes,
  newsRoutes,
  eventRoutes,
  eventStaffRoutes,
  eventDoorRoutes,
  mentoringRoutes,
  calendarRoutes,
  publicProfileRoutes,
  credentialRoutes,
  leaderboardRoutes,
  importRoutes,
  exportRoutes,
  faviconRoutes,
  docsRoutes,
  healthRoutes,
  devOutboxRoutes,
  devPreviewRoutes,
];

export interface App {
  /** Never throws. */
  fetch(request: Request, server?: SocketInfo): Promise<Response>;
  router: ApiRouter;
  elysia: Elysia;
  /** Closes open connections such as event streams. */
  close(): void;
}

export function createApp(deps: Deps): App {
  const router = new ApiRouter(deps);
  const addressOf = createAddressReader(deps.config.TRUSTED_PROXIES);
  const warnOfProxy = createProxyWarning(deps.log, deps.config.TRUSTED_PROXIES);
  for (const addRoutes of FEATURES) addRoutes(router);
  const elysia = toElysia(router);
  return {
    router,
    elysia,
    close: () => router.close(),
    fetch: async (request, server) => {
      if (request.method === 'OPTIONS') return withCors(preflight(), request, deps);
      const asked = toRoutable(request);
      warnOfProxy(request);
      const socketAddress = socketAddressOf(request, server);
      rememberOrigin(asked, {
        address: addressOf(request, socketAddress),
        socketAddress,
        keepOpen: (seconds) => server?.timeout?.(request, seconds),
      });
      const response = await elysia.handle(asked);
      if (request.method === 'HEAD') await response.body?.cancel();
      const answer = request.method === 'HEAD' ? new Response(null, response) : response;
      return withCors(answer, request, deps);
    },
  };
}

// Elysia looks for the path from this index on: 'http://' and four characters of host.
const MIN_PATH_INDEX = 11;

// Turns HEAD into GET, and gives a shorter host a longer name.
function toRoutable(request: Request): Request {
  const { url } = request;
  const pathAt = url.indexOf('/', url.indexOf('://') + 3);
  const withLongHost =
    pathAt < MIN_PATH_INDEX ? new Request(`http://short.invalid${url.slice(pathAt)}`, request) : request;
  return request.method === 'HEAD' ? new Request(withLongHost, { method: 'GET' }) : withLongHost;
}

export function toElysia({ routes, deps: { log } }: ApiRouter): Elysia {
  const patterns = routes.map((route) => toPattern(route.path));
  const elysia = new Elysia().onError(({ error, code, request }) => {
    const requestId = requestIdOf(request);
    const refusal = code === 'NOT_FOUND' ? unknownRoute(patterns, request) : toApiError(error);
    countUnknownRequest(refusal.status);
    if (refusal.status >= 500) log.error('request_failed', { requestId, ...describeError(error) });
    return toErrorResponse(refusal, requestId);
  });
  for (const { method, path, answer } of routes) {
    elysia.route(method, path, ({ request, params }) => answer({ request, params: params ?? {} }), {
      parse: 'none',
    });
  }
  return elysia as unknown as Elysia;
}

function unknownRoute(patterns: RegExp[], request: Request): ApiError {
  const path = new URL(request.url).pathname;
  const isKnown = patterns.some((pattern) => pattern.test(path));
  return new ApiError(isKnown ? ERRORS.METHOD_NOT_ALLOWED : ERRORS.ROUTE_NOT_FOUND);
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': `Authorization, Content-Type, Idempotency-Key, If-None-Match, ${DEVICE_TOKEN_HEADER}`,
  'access-control-max-age': '600',
};

function preflight(): Response {
  return new Response(null, { status: 204, headers: { 'x-content-type-options': 'nosniff' } });
}

// Allows the site's origin and listed ones, without credentials (docs/security.md P35).
function withCors(response: Response, request: Request, { config }: Deps): Response {
  const site = config.PUBLIC_SITE_URL ? [new URL(config.PUBLIC_SITE_URL).origin] : [];
  const allowed = [...site, ...config.CORS_ORIGINS];
  if (allowed.length === 0) return response;
  response.headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (!origin || !allowed.includes(origin)) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
  if (request.method === 'OPTIONS') {
    for (const [name, value] of Object.entries(PREFLIGHT_HEADERS)) response.headers.set(name, value);
  }
  return response;
}
