import type { Database } from '../db/client.ts';
import { raiseCurriculumVersion } from '../db/curriculum-version.ts';
import type { ActorAndRequest } from '../http/request-info.ts';
import { recordBy } from './record.ts';

/** Call it last in a write of the curriculum or of an announcement. */
export async function recordChange(
  tx: Database,
  by: ActorAndRequest,
  action: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await recordBy(tx, by, action, { metadata });
  await raiseCurriculumVersion(tx);
}
