import { sql } from 'drizzle-orm';
import type { LeagueProgress } from '#contract/learning.ts';
import { toPercentage } from '#contract/shared.ts';
import type { Database } from '../db/client.ts';
import { curriculumVersion } from '../db/curriculum-version.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import type { Versioned } from '../db/shared-readings.ts';
import { leagueAssignmentJson } from './assignment-json.ts';
import {
  type FoundResource,
  indexRecords,
  plainResourceJson,
  type SharedResource,
  toSharedResource,
  writeResources,
} from './shared-resources.ts';

interface FoundSection {
  id: string;
  name: string;
  description: string | null;
  order: number;
  resources: FoundResource[];
}
interface FoundLeague extends Pick<LeagueProgress, 'assignment'> {
  version: string;
  league: Pick<LeagueProgress['league'], 'id' | 'name' | 'description' | 'cohortId' | 'expiresAt'>;
  badge: Omit<NonNullable<LeagueProgress['badge']>, 'earnedAt'> | null;
  weeks: { id: string; name: string; description: string | null; order: number; sections: FoundSection[] }[];
}

/** An object's JSON without its end, so that more fields can follow. */
type OpenJson = string;

interface SharedSection {
  id: string;
  head: OpenJson;
  resources: SharedResource[];
}

/** A league as everybody sees it: JSON in pieces, between which a learner's own part is written. */
export interface SharedLeague {
  league: FoundLeague['league'];
  badge: OpenJson | null;
  assignment: string;
  hasAssignment: boolean;
  weeks: { head: OpenJson; sections: SharedSection[] }[];
  bytes: number;
}

/** A learner's own part of a league, read by one statement with the version of the curriculum. */
export interface OwnLeague extends Pick<LeagueProgress, 'enrollment' | 'certificate' | 'submissions'> {
  version: string;
  isExpired: boolean;
  earnedAt: string | null;
  /** Section, moment of its completion, own note, whether it is marked for revision. */
  sections: [string, string | null, string | null, boolean][];
  records: Parameters<typeof indexRecords>[0];
}

/** Reads a league down to its resources, in one statement whatever its size. The value is null for none. */
export function createSharedLeagueReader(db: Database) {
  const find = prepareJson<FoundLeague>(db, 'shared_league', {
    json: sql`json_build_object(
      'version', ${curriculumVersion},
      'league', json_build_object('id', l.id, 'name', l.name, 'description', l.description,
        'cohortId', l.cohort_id, 'expiresAt', ${isoMoment(sql`l.expires_at`)}),
      'badge', (
        select json_build_object('id', b.id, 'name', b.name, 'description', b.description, 'imageUrl', b.image_url)
        from badges b where b.league_id = l.id),
      'assignment', ${leagueAssignmentJson},
      'weeks', (
        select coalesce(json_agg(json_build_object(
          'id', w.id, 'name', w.name, 'description', w.description, 'order', w."order",
          'sections', (
            select coalesce(json_agg(json_build_object(
              'id', s.id, 'name', s.name, 'description', s.description, 'order', s."order",
              'resources', (
                select coalesce(json_agg(${plainResourceJson} order by r."order", r.id), '[]')
                from resources r where r.section_id = s.id)
            ) order by s."order", s.id), '[]')
            from sections s where s.week_id = w.id)
        ) order by w."order", w.id), '[]')
        from weeks w where w.league_id = l.id))`,
    from: sql`leagues l where l.id = ${sql.placeholder('leagueId')}`,
  });
  return async (leagueId: string): Promise<Versioned<SharedLeague | null>> => {
    const [found] = await find({ leagueId });
    return { version: found?.version ?? '', value: found ? toSharedLeague(found) : null };
  };
}

function toSharedLeague({ league, badge, assignment, weeks }: FoundLeague): SharedLeague {
  const shared = {
    league,
    badge: badge && open(badge),
    assignment: JSON.stringify(assignment),
    hasAssignment: assignment !== null,
    weeks: weeks.map(({ sections, ...week }) => ({
      head: open(week),
      sections: sections.map(({ resources, ...section }) => ({
        id: section.id,
        head: open(section),
        resources: resources.map(toSharedResource),
      })),
    })),
  };
  return { ...shared, bytes: 3 * JSON.stringify(shared).length };
}

/** The JSON of an object up to where its next field begins. */
function open(value: object): OpenJson {
  return `${JSON.stringify(value).slice(0, -1)},`;
}

/** Lays a learner's own part over a league, as JSON of the reply's data: `LeagueProgress`, in the order it names. */
export function writeLeague(
  user: LeagueProgress['user'],
  { league, badge, assignment, hasAssignment, weeks }: SharedLeague,
  own: OwnLeague,
): string {
  const records = indexRecords(own.records);
  const ownSections = new Map(own.sections.map((section) => [section[0], section]));
  const written = weeks.map(({ head, sections }) =>
    writeWeek(
      head,
      sections.map((section) => writeSection(section, ownSections.get(section.id), records)),
    ),
  );
  const sums = addUp(written);
  const completedWeeks = written.filter(({ isCompleted }) => isCompleted).length;
  const { expiresAt, ...named } = league;
  return `{"user":${JSON.stringify({ id: user.id, name: user.name, email: user.email })},"league":${JSON.stringify(
    {
      ...named,
      isExpired: own.isExpired,
      expiresAt,
      hasAssignment,
    },
  )},"enrollment":${JSON.stringify(own.enrollment)},"progress":{${writeSums(sums)},"completedWeeks":${completedWeeks},"weeksCount":${
    weeks.length
  },"progressPercentage":${toPercentage(sums.completedResources, sums.totalResources)},"weeks":[${written
    .map(({ json }) => json)
    .join()}]},"badge":${
    badge === null ? 'null' : `${badge}"earnedAt":${JSON.stringify(own.earnedAt)}}`
  },"certificate":${JSON.stringify(own.certificate)},"assignment":${assignment},"submissions":${JSON.stringify(own.submissions)}}`;
}

interface Sums {
  completedResources: number;
  totalResources: number;
  completedSections: number;
  totalSections: number;
}

type Written = Sums & { json: string };

function writeWeek(head: OpenJson, sections: Written[]): Written & { isCompleted: boolean } {
  const sums = addUp(sections);
  const isCompleted = sections.length > 0 && sums.completedSections === sections.length;
  const json = `${head}"isCompleted":${isCompleted},${writeSums(sums)},"progressPercentage":${toPercentage(
    sums.completedResources,
    sums.totalResources,
  )},"sections":[${sections.map((section) => section.json).join()}]}`;
  return { ...sums, isCompleted, json };
}

function writeSection(
  { head, resources }: SharedSection,
  [, completedAt, personalNote, markedForRevision]: OwnLeague['sections'][number] = ['', null, null, false],
  records: ReturnType<typeof indexRecords>,
): Written {
  const { json, completed } = writeResources(resources, records);
  const progress = { isCompleted: completedAt !== null, completedAt, personalNote, markedForRevision };
  return {
    completedResources: completed,
    totalResources: resources.length,
    completedSections: completedAt === null ? 0 : 1,
    totalSections: 1,
    json: `${head}"resources":${json},"resourceCount":${resources.length},"completedResources":${completed},"progress":${JSON.stringify(progress)}}`,
  };
}

function addUp(parts: readonly Sums[]): Sums {
  const sums = { completedResources: 0, totalResources: 0, completedSections: 0, totalSections: 0 };
  for (const part of parts) {
    sums.completedResources += part.completedResources;
    sums.totalResources += part.totalResources;
    sums.completedSections += part.completedSections;
    sums.totalSections += part.totalSections;
  }
  return sums;
}

function writeSums({ completedResources, totalResources, completedSections, totalSections }: Sums): string {
  return `"completedResources":${completedResources},"totalResources":${totalResources},"completedSections":${completedSections},"totalSections":${totalSections}`;
}
