import { sql } from 'drizzle-orm';
import { toIconHost } from '#contract/favicons.ts';
import { type Database, queryRows } from '../db/client.ts';

const FRESH_MS = 60_000;
/** A site that is not on the list may have been added just now; that is asked this often at most. */
const ASK_AGAIN_MS = 5000;

/**
 * Tells whether a resource of the curriculum is on a site. The list is read once for everybody who asks, so that
 * asking for made-up names costs the database nothing (docs/security.md P30).
 */
export function createSiteCheck(
  list: () => Promise<readonly string[]>,
  now: () => number = Date.now,
): (host: string) => Promise<boolean> {
  let sites: ReadonlySet<string> = new Set();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    try {
      sites = new Set(await list());
      askedAt = now();
    } finally {
      asking = null;
    }
  }

  return async (host) => {
    const age = now() - askedAt;
    if (age >= (sites.has(host) ? FRESH_MS : ASK_AGAIN_MS)) {
      asking ??= ask();
      await asking;
    }
    return sites.has(host);
  };
}

/** The sites of all resources, each once. */
export async function listCurriculumSites(db: Database): Promise<string[]> {
  const rows = await queryRows<{ place: string }>(
    db,
    sql`select distinct lower(substring(url from '^[hH][tT][tT][pP][sS]?://([^/?#]+)')) as place from resources`,
  );
  return rows.flatMap(({ place }) => (place ? (toIconHost(`https://${place}`) ?? []) : []));
}
