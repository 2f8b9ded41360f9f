import type { Call } from '#contract/call.ts';
import { insertEntries, toMetadata } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import { Reply } from './reply.ts';
import type { RequestInfo } from './request-info.ts';

const PEOPLE_UNRECORDED = 100;

/** Runs before the reply is sent (docs/security.md P44). */
export async function recordPeopleRead(
  db: Database,
  {
    actorId,
    call,
    reply,
    requestInfo,
  }: { actorId: string; call: Call; reply: unknown; requestInfo: RequestInfo },
): Promise<void> {
  const data = reply instanceof Reply ? reply.fields.data : reply;
  const rows = new Set(call.personIdsIn?.(data)).size;
  if (rows <= PEOPLE_UNRECORDED) return;
  const counted = toMetadata({ rows });
  const entry = {
    actor_id: actorId,
    target_user_id: null,
    action: 'PEOPLE_READ',
    description: call.name,
    metadata: counted,
    // Kept when the reader's account is deleted.
    evidence: counted,
    ip_address: requestInfo.address,
    request_id: requestInfo.requestId,
  };
  await insertEntries(db, [entry]);
}
