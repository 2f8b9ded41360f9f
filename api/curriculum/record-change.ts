import { recordAudit } from '../platform/audit/record.ts';
import type { Database } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';

/** Call it last in a curriculum write. */
export async function recordChange(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  action: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { actorId: actor.id, action, metadata, requestInfo });
  await raiseCurriculumVersion(tx);
}
