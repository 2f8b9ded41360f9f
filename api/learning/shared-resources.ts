import { sql } from 'drizzle-orm';
import type { ResourceProgress } from '#contract/resource-progress.ts';

export interface FoundResource {
  id: string;
  title: string;
  url: string;
  type: string;
  order: number;
}

/** A resource as everybody sees it. */
export interface SharedResource {
  id: string;
  /** Its JSON up to the own record, which ends it. */
  head: string;
  /** All of it where there is no record. */
  untouched: string;
}

/** A record: resource, moment of completion, whether it is marked for revision, own note, seconds. */
export type FoundRecord = [string, string | null, boolean, string | null, number | null];

/** Resource `r` without anybody's record. */
export const plainResourceJson = sql`json_build_object(
  'id', r.id, 'title', r.title, 'url', r.url, 'type', r.type, 'order', r."order")`;

/** Record `rp` as a `FoundRecord`. Moments come as the database writes them into JSON. */
export const recordJson = sql`json_build_array(
  rp.resource_id, rp.completed_at, rp.marked_for_revision_at is not null, rp.personal_note, rp.time_spent_seconds)`;

const UNTOUCHED: ResourceProgress = {
  isCompleted: false,
  completedAt: null,
  markedForRevision: false,
  personalNote: null,
  timeSpent: null,
};

export function toSharedResource(resource: FoundResource): SharedResource {
  const head = `${JSON.stringify(resource).slice(0, -1)},"progress":`;
  return { id: resource.id, head, untouched: `${head}${JSON.stringify(UNTOUCHED)}}` };
}

/** A moment out of JSON of the database, as the wire wants it. */
function toWireMoment(moment: string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

/** Records by their resource. */
export function indexRecords(found: readonly FoundRecord[]): ReadonlyMap<string, FoundRecord> {
  return new Map(found.map((record) => [record[0], record]));
}

interface WrittenResources {
  json: string;
  completed: number;
  marked: number;
  /** In seconds. */
  timeSpent: number;
}

/** Resources with the records laid over, as a JSON list (ENT-44), and what the records add up to. */
export function writeResources(
  resources: readonly SharedResource[],
  records: ReadonlyMap<string, FoundRecord>,
): WrittenResources {
  const sums = { completed: 0, marked: 0, timeSpent: 0 };
  let json = '[';
  for (const { id, head, untouched } of resources) {
    if (json.length > 1) json += ',';
    const record = records.get(id);
    if (record === undefined) {
      json += untouched;
      continue;
    }
    const [, completedAt, markedForRevision, note, timeSpent] = record;
    if (completedAt !== null) sums.completed += 1;
    if (markedForRevision) sums.marked += 1;
    sums.timeSpent += timeSpent ?? 0;
    const moment = completedAt === null ? 'null' : `"${toWireMoment(completedAt)}"`;
    const words = note === null ? 'null' : JSON.stringify(note);
    json += `${head}{"isCompleted":${completedAt !== null},"completedAt":${moment},"markedForRevision":${markedForRevision},"personalNote":${words},"timeSpent":${timeSpent}}}`;
  }
  return { json: `${json}]`, ...sums };
}
