import { sql } from 'drizzle-orm';
import { toIconHost } from '#contract/favicons.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';

const FRESH_MS = 60_000;
// Minimum time between two reads of the list for an unknown site.
const ASK_AGAIN_MS = 5000;

/**
 * Tells whether any resource is on a site. The list is cached, so made-up names cost no statement
 * (docs/security.md P30).
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

export async function listCurriculumSites(db: Database): Promise<string[]> {
  const rows = await queryRows<{ place: string }>(
    db,
    sql`select distinct lower(substring(url from '^[hH][tT][tT][pP][sS]?://([^/?#]+)')) as place from resources`,
  );
  return rows.flatMap(({ place }) => (place ? (toIconHost(`https://${place}`) ?? []) : []));
}
