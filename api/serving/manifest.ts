import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Encoding = 'br' | 'gzip';

/** How long a copy may be used: pages are asked for again each time, hashed names never change. */
export type Freshness = 'page' | 'asset' | 'immutable';

export const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=3600',
  immutable: 'public, max-age=31536000, immutable',
};

/** A file of dist/ as it is served. */
export interface ServedFile {
  /** Path below dist/, with forward slashes. */
  file: string;
  type: string;
  /** Hash of the content, without quotes. */
  etag: string;
  bytes: number;
  /** Compressed copies beside the file: name + '.br' or '.gz'. */
  encodings: Encoding[];
  freshness: Freshness;
  /** The content security policy that it is sent with. */
  policy: string;
}

/** What the build leaves for the server: dist/.serving.json. */
export interface ServingManifest {
  /** Hash of the sources it was built from; see scripts/run/build.mjs. */
  stamp: string;
  files: ServedFile[];
}

/** The built site; another one only for tests of this process. */
export const DIST = process.env.DIST_DIR ?? join(import.meta.dir, '../../dist');
export const MANIFEST_FILE = '.serving.json';
export const ENCODING_SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Reads the list of served files. Throws when the site was not built. */
export async function readManifest(dist: string): Promise<ServingManifest> {
  try {
    return JSON.parse(await readFile(join(dist, MANIFEST_FILE), 'utf8')) as ServingManifest;
  } catch {
    throw new Error(`The site is not built: ${join(dist, MANIFEST_FILE)} is missing. Run: npm run build`);
  }
}

/** The addresses that a built file answers: '/about' and '/about/' for about/index.html. */
export function addressesOf(file: string): string[] {
  const path = `/${file.split('/').map(encodeURIComponent).join('/')}`;
  if (path === '/index.html') return ['/'];
  if (path.endsWith('/index.html')) {
    const page = path.slice(0, -'/index.html'.length);
    return [page, `${page}/`];
  }
  return [path];
}
