import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import {
  applyLeagueFiles,
  exportLeagueFiles,
  type LeagueFile,
  previewLeagueFiles,
} from '#contract/league-files.ts';
import { guardPath, LEAGUE_FINDERS } from '../../platform/access/league-scope.ts';
import { FileReply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

/** See docs/decisions/0026. */
export function leagueFileRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guard = guardPath(db, LEAGUE_FINDERS.leagues);

  router.serve(
    exportLeagueFiles,
    async ({ params }) => {
      const { folder, files } = await service.readFiles(db, params.id);
      const zip = await toZip(folder, files);
      return new FileReply('application/zip', `${folder}.zip`, zip.stream());
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
    ({ actor, params, body, requestInfo }) =>
      service.applyFiles(router.deps, actor, params.id, body, requestInfo),
    guard,
  );
}

// The earliest timestamp of the zip format. A constant, so that the same league gives the same bytes.
const ZIP_EPOCH = new Date(1980, 0, 1);

async function toZip(folder: string, files: readonly LeagueFile[]): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { lastModDate: ZIP_EPOCH, useWebWorkers: false });
  for (const { path, text } of files) await writer.add(`${folder}/${path}`, new TextReader(text));
  return writer.close();
}
