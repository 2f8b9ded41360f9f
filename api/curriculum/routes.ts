import type { Elysia } from 'elysia';
import type { ApiRouter } from '../platform/http/router.ts';
import { deletionRoutes } from './deletions/routes.ts';
import { leagueRoutes } from './leagues/routes.ts';
import { resourceRoutes } from './resources/routes.ts';
import { sectionRoutes } from './sections/routes.ts';
import { specializationRoutes } from './specializations/routes.ts';
import { weekRoutes } from './weeks/routes.ts';

export function curriculumRoutes(router: ApiRouter): Elysia {
  return router
    .feature('curriculum')
    .use(deletionRoutes(router))
    .use(leagueRoutes(router))
    .use(weekRoutes(router))
    .use(sectionRoutes(router))
    .use(resourceRoutes(router))
    .use(specializationRoutes(router)) as unknown as Elysia;
}
