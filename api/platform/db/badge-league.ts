import { sql } from 'drizzle-orm';
import { product } from '../process/product.ts';

/**
 * The league of a badge as the agreed calls carry it. A badge of no league has the empty text for an id and the
 * product's name: clients read a league with a name there (docs/decisions/0040). Join `leagues` from the left.
 */
export const badgeLeague = {
  id: sql<string>`coalesce(leagues.id, '')`,
  name: sql<string>`coalesce(leagues.name, ${product.name}::text)`,
};
