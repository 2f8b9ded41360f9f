import type { Database } from '../platform/db/client.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { createId } from '../platform/process/secrets.ts';

/** Adds an assignment straight to the database; its id. */
export async function addAssignment(
  db: Database,
  leagueId: string,
  values: { id?: string; title?: string } = {},
): Promise<string> {
  const row = { id: createId(), leagueId, title: 'Task', description: 'Do it', ...values };
  await db.insert(assignments).values(row);
  return row.id;
}

/** Adds the badge of a league straight to the database, given to some accounts; its id. */
export async function addBadge(
  db: Database,
  leagueId: string,
  name: string,
  userIds: readonly string[] = [],
): Promise<string> {
  const badgeId = createId();
  await db.insert(badges).values({ id: badgeId, leagueId, name });
  for (const userId of userIds) await db.insert(userBadges).values({ id: createId(), userId, badgeId });
  return badgeId;
}
