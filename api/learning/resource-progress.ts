import { sql } from 'drizzle-orm';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { ResourceWithPlace } from '#contract/resource-progress.ts';
import { type Page, toPagination } from '#contract/shared.ts';
import { type Database, queryRows } from '../db/client.ts';
import { toWindow } from '../db/paging.ts';
import { prepareJson } from '../db/prepared-json.ts';
import type { SharedReadings } from '../db/shared-readings.ts';
import { ApiError } from '../errors/api-error.ts';
import { ENVELOPE, JsonReply } from '../http/reply.ts';
import { placedResourceJson, progressRowJson } from './json.ts';
import { type OwnSection, ownSection, type SharedSection, writeSection } from './shared-section.ts';
import { isTracked } from './tracking.ts';

/** Builds the readers of the calls of docs/api.md 1.7; a learner sees only their own progress. */
export function createResourceProgressReaders(db: Database, sections: SharedReadings<SharedSection | null>) {
  const user = sql.placeholder('userId');
  const findOwnSection = prepareJson<OwnSection | null>(db, 'section_of_learner', {
    json: ownSection(sql`${user}`),
    from: sql`(select 1) one`,
  });
  const findResource = prepareJson<ResourceWithPlace>(db, 'resource_with_place', {
    json: sql`json_build_object('resource', ${placedResourceJson}, 'progress', ${progressRowJson(sql`${user}`)})`,
    from: sql`resources r
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      join leagues l on l.id = w.league_id
      left join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${user}
      where r.id = ${sql.placeholder('resourceId')}`,
  });
  const findMarked = prepareJson<ResourceWithPlace>(db, 'revision_list', {
    json: sql`json_build_object('progress', ${progressRowJson(sql`${user}`)}, 'resource', ${placedResourceJson})`,
    from: sql`resource_progress rp
      join resources r on r.id = rp.resource_id
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      join leagues l on l.id = w.league_id
      where rp.user_id = ${user} and rp.marked_for_revision_at is not null and ${isTracked}
      order by rp.updated_at desc, rp.id desc
      limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`,
  });

  return {
    /** The resources of a section in their order, with own progress and sums. Throws SECTION_NOT_FOUND. */
    async listSectionResources(
      userId: string,
      sectionId: string,
      own: OwnSection | null,
    ): Promise<JsonReply> {
      const page = await sections.getWith(sectionId, own, async () => {
        const [again] = await findOwnSection({ userId, sectionId });
        return again ?? null;
      });
      if (!page) throw new ApiError(LEARNING_ERRORS.SECTION_NOT_FOUND);
      return new JsonReply(ENVELOPE.join(writeSection(page.shared, page.own)));
    },

    /** One resource, where it stands, and own progress with defaults. Throws RESOURCE_NOT_FOUND. */
    async getResourceProgress(userId: string, resourceId: string): Promise<ResourceWithPlace> {
      const [found] = await findResource({ userId, resourceId });
      if (!found) throw new ApiError(LEARNING_ERRORS.RESOURCE_NOT_FOUND);
      return found;
    },

    /** What the learner marked for revision, newest change first. */
    async listRevision(userId: string, page: Page & { limit: number }) {
      const [counted] = await queryRows<{ total: number | string }>(
        db,
        sql`select count(*) as total from resource_progress rp
          join resources r on r.id = rp.resource_id
          join sections s on s.id = r.section_id
          join weeks w on w.id = s.week_id
          where rp.user_id = ${userId} and rp.marked_for_revision_at is not null and ${isTracked}`,
      );
      const revisionResources = await findMarked({ userId, ...toWindow(page) });
      return { revisionResources, pagination: toPagination(page, Number(counted?.total ?? 0)) };
    },
  };
}
