import type { Elysia } from 'elysia';
import { searchStaff } from '../contract/staff-search.ts';
import type { Frame } from '../endpoint.ts';
import { findForStaff } from './service.ts';

/** The search behind the command palette of the staff area. */
export function staffSearchRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('staff-search');
  frame.serve(app, searchStaff, ({ actor, query }) => findForStaff(db, actor, query.q ?? ''));
  return app;
}
