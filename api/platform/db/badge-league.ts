import { sql } from 'drizzle-orm';
import { product } from '../process/product.ts';

/**
 * Badges without a league get an empty id and the product's name, because clients expect a league name
 * (docs/decisions/0040). Needs a left join on `leagues`.
 */
export const badgeLeague = {
  id: sql<string>`coalesce(leagues.id, '')`,
  name: sql<string>`coalesce(leagues.name, ${product.name}::text)`,
};
