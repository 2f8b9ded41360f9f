import { recordBy } from '../platform/audit/record.ts';
import type { Database } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';

/** Call it last in a curriculum write. */
export async function recordChange(
  tx: Database,
  by: ActorAndRequest,
  action: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await recordBy(tx, by, action, { metadata });
  await raiseCurriculumVersion(tx);
}
