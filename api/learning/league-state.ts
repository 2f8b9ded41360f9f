import { sql } from 'drizzle-orm';
import { leagues } from '../platform/db/schema/curriculum.ts';

export const isExpired = sql<boolean>`coalesce(${leagues.expiresAt} <= now(), false)`;
