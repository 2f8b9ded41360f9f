import type { Elysia } from 'elysia';
import { CONTENT_PAGE_SIZE } from '../../contract/constants.ts';
import {
  createSection,
  deleteSection,
  getSection,
  listSections,
  reorderSections,
  SECTION_ERRORS,
  updateSection,
} from '../../contract/sections.ts';
import { readPage, toPagination } from '../../contract/shared.ts';
import { WEEK_ERRORS } from '../../contract/weeks.ts';
import { type Frame, Reply } from '../../endpoint.ts';
import { findLeagueOfSection, findLeagueOfWeek, guardBody, guardMove, guardPath } from '../scope.ts';
import * as service from './service.ts';

/** Sections (contract 1.11) and their order within a week (contract section 2). */
export function sectionRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('sections');
  const guardSection = guardPath(db, findLeagueOfSection, SECTION_ERRORS.SECTION_NOT_FOUND);

  frame.serve(app, listSections, async ({ actor, query }) => {
    const page = readPage(query, CONTENT_PAGE_SIZE);
    const { sections, total } = await service.listSections(db, actor, page, query);
    return { sections, pagination: toPagination(page, total) };
  });
  frame.serve(app, getSection, ({ actor, params }) => service.getSection(db, actor, params.id ?? ''));

  frame.serve(
    app,
    createSection,
    async ({ actor, body, caller }) => {
      const data = await service.createSection(db, actor, body, caller);
      return new Reply({ data, message: 'Section created successfully' });
    },
    guardBody(db, 'weekId', findLeagueOfWeek),
  );
  frame.serve(
    app,
    updateSection,
    async ({ actor, params, body, caller }) => {
      const data = await service.updateSection(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Section updated successfully' });
    },
    guardMove(guardSection, guardBody(db, 'weekId', findLeagueOfWeek)),
  );
  frame.serve(
    app,
    deleteSection,
    async ({ actor, params, caller }) => {
      const deletion = await service.deleteSection(db, actor, params.id ?? '', caller);
      return new Reply({ message: 'Section deleted successfully', ...deletion });
    },
    guardSection,
  );
  frame.serve(
    app,
    reorderSections,
    async ({ actor, params, body, caller }) => {
      const data = await service.reorderSections(db, actor, params.id ?? '', body, caller);
      return new Reply({ data, message: 'Sections reordered successfully' });
    },
    guardPath(db, findLeagueOfWeek, WEEK_ERRORS.WEEK_NOT_FOUND),
  );
  return app;
}
