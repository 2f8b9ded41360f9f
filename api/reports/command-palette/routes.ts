import type { Elysia } from 'elysia';
import { searchStaff } from '#contract/command-palette.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { findForStaff } from './service.ts';

export function staffSearchRoutes(router: ApiRouter): Elysia {
  const app = router.feature('staff-search');
  router.serve(app, searchStaff, ({ actor, query }) => findForStaff(router.deps.db, actor, query.q ?? ''));
  return app;
}
