import type { Elysia } from 'elysia';
import { applyCurriculum, exportCurriculum, previewCurriculum } from '../../contract/curriculum-files.ts';
import { LEAGUE_ERRORS } from '../../contract/leagues.ts';
import { FileReply, type Frame } from '../../endpoint.ts';
import { takeExport } from '../../exports/limit.ts';
import { findLeague, guardPath } from '../scope.ts';
import * as service from './service.ts';
import { toZip } from './zip.ts';

/** A league as files and back (decision 26). */
export function curriculumFileRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('curriculum-files');
  const guard = guardPath(db, findLeague, LEAGUE_ERRORS.LEAGUE_NOT_FOUND);

  frame.serve(
    app,
    exportCurriculum,
    async ({ actor, params }) => {
      await takeExport(frame.deps, actor.id);
      const { folder, files } = await service.readFiles(db, params.id ?? '');
      const zip = toZip(folder, files);
      return new FileReply('application/zip', `${folder}.zip`, new Blob([zip.slice()]).stream());
    },
    guard,
  );
  frame.serve(
    app,
    previewCurriculum,
    ({ actor, params, body }) => service.previewFiles(db, actor, params.id ?? '', body),
    guard,
  );
  frame.serve(
    app,
    applyCurriculum,
    ({ actor, params, body, caller }) => service.applyFiles(db, actor, params.id ?? '', body, caller),
    guard,
  );
  return app;
}
