import type { Elysia } from 'elysia';
import type { Frame } from '../endpoint.ts';
import { curriculumFileRoutes } from './files/routes.ts';
import { leagueRoutes } from './leagues/routes.ts';
import { resourceRoutes } from './resources/routes.ts';
import { sectionRoutes } from './sections/routes.ts';
import { specializationRoutes } from './specializations/routes.ts';
import { weekRoutes } from './weeks/routes.ts';

/** Everything a league is made of. */
export function curriculumRoutes(frame: Frame): Elysia {
  return frame
    .feature('curriculum')
    .use(leagueRoutes(frame))
    .use(weekRoutes(frame))
    .use(sectionRoutes(frame))
    .use(resourceRoutes(frame))
    .use(specializationRoutes(frame))
    .use(curriculumFileRoutes(frame)) as unknown as Elysia;
}
