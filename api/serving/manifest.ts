import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../platform/process/start-error.ts';

export type Encoding = 'br' | 'gzip';

/** Pages are revalidated on each request; immutable files have a hash in their name. */
export type Freshness = 'page' | 'asset' | 'immutable';

export const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=3600',
  immutable: 'public, max-age=31536000, immutable',
};

export interface ServedFile {
  file: string;
  type: string;
  etag: string;
  bytes: number;
  /** Compressed copies, named with '.br' or '.gz' appended. */
  encodings: Encoding[];
  freshness: Freshness;
  policy: string;
}

export interface ServingManifest {
  /** Hash of the sources; see scripts/run/build.mjs. */
  stamp: string;
  files: ServedFile[];
}

export const DIST = process.env.DIST_DIR ?? join(import.meta.dir, '../../dist');
export const MANIFEST_FILE = '.serving.json';
export const ENCODING_SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Throws StartError for a missing or unreadable build. */
export async function readManifest(dist: string): Promise<ServingManifest> {
  const file = join(dist, MANIFEST_FILE);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ServingManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toSiteError(error, file);
    throw new StartError(`The site is not built: ${file} is missing. Run: npm run build`);
  }
}

export function toSiteError(error: unknown, file: string): StartError {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || code === 'ENOENT'
    ? new StartError(`The built site is not whole: ${file}. Run: npm run build -- --force`)
    : new StartError(
        `The built site cannot be read: ${file} (${code}). Let the user of the server read all of the folder.`,
      );
}

/** '/about' and '/about/' for about/index.html. */
export function addressesOf(file: string): string[] {
  const path = `/${file.split('/').map(encodeURIComponent).join('/')}`;
  if (path === '/index.html') return ['/'];
  if (path.endsWith('/index.html')) {
    const page = path.slice(0, -'/index.html'.length);
    return [page, `${page}/`];
  }
  return [path];
}
