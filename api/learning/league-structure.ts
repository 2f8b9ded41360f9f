import { eq, sql } from 'drizzle-orm';
import type { Assignment } from '#contract/assignments.ts';
import {
  ASSIGNMENT_FIELDS,
  MODULE_FIELDS,
  pickFields,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import type { LeagueProgress } from '#contract/learning.ts';
import type { SectionResources } from '#contract/resource-progress.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { asRow, oneRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { badges } from '../platform/db/schema/awards.ts';
import { assignments, leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';

export const assignmentColumns = {
  id: assignments.id,
  ...pickFields(ASSIGNMENT_FIELDS, { ...assignments, dueDate: assignments.dueAt }),
  createdAt: assignments.createdAt,
  updatedAt: assignments.updatedAt,
};

// About 100 KB each for 160 resources.
const LEAGUES_MAX = 100;

const resourceRows = rowList(
  selectRow({ id: resources.id, ...pickFields(RESOURCE_FIELDS, resources), order: resources.order })
    .from(resources)
    .where(eq(resources.sectionId, sections.id))
    .orderBy(resources.order, resources.id),
);
const sectionRows = rowList(
  selectRow({
    id: sections.id,
    ...pickFields(TOPIC_FIELDS, sections),
    order: sections.order,
    resources: resourceRows,
  })
    .from(sections)
    .where(eq(sections.weekId, weeks.id))
    .orderBy(sections.order, sections.id),
);
export const weekRows = rowList(
  selectRow({ id: weeks.id, ...pickFields(MODULE_FIELDS, weeks), order: weeks.order, sections: sectionRows })
    .from(weeks)
    .where(eq(weeks.leagueId, leagues.id))
    .orderBy(weeks.order, weeks.id),
);

function prepareStructure(db: Database) {
  return db
    .select({
      league: asRow({
        id: leagues.id,
        name: leagues.name,
        description: leagues.description,
        cohortId: leagues.cohortId,
        expiresAt: leagues.expiresAt,
      }),
      badge: oneRow(
        selectRow({
          id: badges.id,
          name: badges.name,
          description: badges.description,
          imageUrl: badges.imageUrl,
        })
          .from(badges)
          .where(eq(badges.leagueId, leagues.id)),
      ),
      assignment: oneRow(
        selectRow(assignmentColumns).from(assignments).where(eq(assignments.leagueId, leagues.id)),
      ),
      weeks: weekRows,
    })
    .from(leagues)
    .where(eq(leagues.id, sql.placeholder('leagueId')))
    .prepare('league_structure');
}
type FoundStructure = Awaited<ReturnType<ReturnType<typeof prepareStructure>['execute']>>[number];

export interface LeagueStructure extends Omit<FoundStructure, 'league' | 'assignment'> {
  league: Omit<LeagueProgress['league'], 'isExpired'>;
  assignment: LeagueProgress['assignment'];
  sections: ReadonlyMap<string, SectionOfLeague>;
}
export type ResourceOfLeague = FoundStructure['weeks'][number]['sections'][number]['resources'][number];

interface SectionOfLeague {
  section: SectionResources['section'];
  resources: readonly ResourceOfLeague[];
}

/**
 * Pass the `curriculum_version` that the session statement read: another number reads again, so a structure is never
 * older than the session.
 */
export class LeagueStructures {
  private readonly kept = new Map<string, { version: number; found: Promise<LeagueStructure | null> }>();
  private readonly find: ReturnType<typeof prepareStructure>;
  private readonly max: number;

  constructor(db: Database, max = LEAGUES_MAX) {
    this.find = prepareStructure(db);
    this.max = max;
  }

  get size(): number {
    return this.kept.size;
  }

  get(leagueId: string, version: number): Promise<LeagueStructure | null> {
    const known = this.kept.get(leagueId);
    if (known?.version === version) return known.found;
    const found = this.read(leagueId);
    this.keep(leagueId, { version, found });
    found.then(
      (structure) => structure ?? this.forget(leagueId, found),
      () => this.forget(leagueId, found),
    );
    return found;
  }

  private async read(leagueId: string): Promise<LeagueStructure | null> {
    const [found] = await this.find.execute({ leagueId });
    return found ? toStructure(found) : null;
  }

  /** A Map iterates in insertion order, so the oldest comes first. */
  private keep(leagueId: string, entry: { version: number; found: Promise<LeagueStructure | null> }): void {
    this.kept.delete(leagueId);
    this.kept.set(leagueId, entry);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.max && oldest !== undefined) this.kept.delete(oldest);
  }

  private forget(leagueId: string, found: Promise<LeagueStructure | null>): void {
    if (this.kept.get(leagueId)?.found === found) this.kept.delete(leagueId);
  }
}

function toStructure({ league, badge, assignment, weeks }: FoundStructure): LeagueStructure {
  const named = { id: league.id, name: league.name };
  const sections = weeks.flatMap((week) =>
    week.sections.map(({ resources, ...section }) => ({
      section: { ...section, week: { id: week.id, name: week.name, league: named } },
      resources,
    })),
  );
  return {
    league: { ...league, expiresAt: toIso(league.expiresAt), hasAssignment: assignment !== null },
    badge,
    assignment: assignment && presentAssignment({ ...assignment, league: named }),
    weeks,
    sections: new Map(sections.map((entry) => [entry.section.id, entry])),
  };
}

type AssignmentMoment = 'dueDate' | 'createdAt' | 'updatedAt';
export type FoundAssignment = Omit<Assignment, 'leagueId' | AssignmentMoment> & {
  [Name in AssignmentMoment]: Assignment[Name] | Date;
};

export function presentAssignment(row: FoundAssignment): Assignment {
  return {
    ...row,
    dueDate: toIso(row.dueDate),
    leagueId: row.league.id,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
