import { strToU8, zipSync } from 'fflate';
import {
  applyLeagueFiles,
  exportLeagueFiles,
  type LeagueFile,
  previewLeagueFiles,
} from '#contract/league-files.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { findLeague, guardPath } from '../../platform/access/league-scope.ts';
import { FileReply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

/** See docs/decisions/0026. */
export function leagueFileRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guard = guardPath(db, findLeague, LEAGUE_ERRORS.LEAGUE_NOT_FOUND);

  router.serve(
    exportLeagueFiles,
    async ({ params }) => {
      const { folder, files } = await service.readFiles(db, params.id);
      const zip = toZip(folder, files);
      return new FileReply('application/zip', `${folder}.zip`, new Blob([zip.slice()]).stream());
    },
    guard,
  );
  router.serve(
    previewLeagueFiles,
    ({ actor, params, body }) => service.previewFiles(db, actor, params.id, body),
    guard,
  );
  router.serve(
    applyLeagueFiles,
    ({ actor, params, body, requestInfo }) => service.applyFiles(db, actor, params.id, body, requestInfo),
    guard,
  );
}

// The earliest timestamp of the zip format. A constant, so that the same league gives the same bytes.
const ZIP_EPOCH = new Date(1980, 0, 1);

function toZip(folder: string, files: readonly LeagueFile[]): Uint8Array {
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: ZIP_EPOCH, level: 6 });
}
