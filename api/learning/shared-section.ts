import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SectionResources } from '#contract/resource-progress.ts';
import { toPercentage } from '#contract/shared.ts';
import type { Database } from '../db/client.ts';
import { curriculumVersion } from '../db/curriculum-version.ts';
import { prepareJson } from '../db/prepared-json.ts';
import type { Versioned } from '../db/shared-readings.ts';
import {
  type FoundRecord,
  type FoundResource,
  indexRecords,
  plainResourceJson,
  recordJson,
  type SharedResource,
  toSharedResource,
  writeResources,
} from './shared-resources.ts';

/** A section as everybody sees it. */
export interface SharedSection {
  /** JSON of the section with its week and league. */
  section: string;
  resources: SharedResource[];
  bytes: number;
}

/** A learner's own part of a section. */
export interface OwnSection {
  version: string;
  records: FoundRecord[];
}

/** Reads a section with its resources, in one statement. The value is null for none. */
export function createSharedSectionReader(db: Database) {
  const find = prepareJson<{
    version: string;
    section: SectionResources['section'];
    resources: FoundResource[];
  }>(db, 'shared_section', {
    json: sql`json_build_object(
      'version', ${curriculumVersion},
      'section', json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'order', s."order",
        'week', json_build_object('id', w.id, 'name', w.name,
          'league', json_build_object('id', l.id, 'name', l.name))),
      'resources', (
        select coalesce(json_agg(${plainResourceJson} order by r."order", r.id), '[]')
        from resources r where r.section_id = s.id))`,
    from: sql`sections s join weeks w on w.id = s.week_id join leagues l on l.id = w.league_id
      where s.id = ${sql.placeholder('sectionId')}`,
  });
  return async (sectionId: string): Promise<Versioned<SharedSection | null>> => {
    const [found] = await find({ sectionId });
    if (!found) return { version: '', value: null };
    const shared = {
      section: JSON.stringify(found.section),
      resources: found.resources.map(toSharedResource),
    };
    return { version: found.version, value: { ...shared, bytes: 3 * JSON.stringify(shared).length } };
  };
}

/** A caller's own part of the section that the path names, a JSON value to be read with the session. */
export function ownSection(userId: PgColumn | SQL): SQL<OwnSection | null> {
  return sql<OwnSection | null>`(
    select json_build_object('version', ${curriculumVersion}, 'records', (
      select coalesce(json_agg(${recordJson}), '[]')
      from resources r join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${userId}
      where r.section_id = s.id))
    from sections s where s.id = ${sql.placeholder('sectionId')})`;
}

/** Lays a learner's records over a section, as JSON of the reply's data: `SectionResources`, in the order it names. */
export function writeSection({ section, resources }: SharedSection, own: OwnSection): string {
  const { json, completed, marked, timeSpent } = writeResources(resources, indexRecords(own.records));
  const statistics: SectionResources['statistics'] = {
    totalResources: resources.length,
    completedResources: completed,
    markedForRevision: marked,
    completionPercentage: toPercentage(completed, resources.length),
    totalTimeSpent: timeSpent,
  };
  return `{"section":${section},"resources":${json},"statistics":${JSON.stringify(statistics)}}`;
}
