import { searchStaff } from '#contract/command-palette.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { findForStaff } from './service.ts';

export function staffSearchRoutes(router: ApiRouter): void {
  router.serve(searchStaff, ({ actor, query }) => findForStaff(router.deps.db, actor, query.q ?? ''));
}
