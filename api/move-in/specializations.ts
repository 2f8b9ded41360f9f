import { sql } from 'drizzle-orm';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { queryRows } from '../platform/db/client.ts';
import { specializationLeagues, specializations } from '../platform/db/schema/curriculum.ts';
import {
  countHere,
  findPresent,
  insertCounted,
  type Move,
  PROSE,
  readCounted,
  requireId,
  resolveNewId,
  toDistinctName,
} from './context.ts';

export async function moveSpecializations(move: Move): Promise<void> {
  const table = 'specializations';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, specializations, rows);
  const known = await queryRows<{ cohortId: string; name: string }>(
    move.tx,
    sql`select cohort_id as "cohortId", name from specializations`,
  );
  const taken = new Map<string, Set<string>>();
  for (const { cohortId, name } of known) {
    taken.set(cohortId, (taken.get(cohortId) ?? new Set()).add(name));
  }
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const cohortId = requireId(move, subject, 'cohorts', row.cohortId);
    if (cohortId === null) return [];
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const names = taken.get(cohortId) ?? new Set<string>();
    taken.set(cohortId, names);
    const typed = move.cleaner.text(subject, 'name', row.name, {
      max: NAME_MAX_LENGTH,
      fallback: 'Specialization',
    });
    return {
      id,
      cohortId,
      name: toDistinctName(move, subject, typed, names),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      ...move.cleaner.stamps(subject, row),
    };
  });
  const inserted = await insertCounted(move, table, specializations, fresh);
  await moveSpecializationLeagues(move, inserted);
}

// Only for newly moved specializations, so that staff changes to the others stay.
async function moveSpecializationLeagues(move: Move, inserted: ReadonlySet<string | number>): Promise<void> {
  const table = 'specialization_leagues';
  const rows = await readCounted(move, table);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: String(row.id) };
    const specializationId = requireId(move, subject, 'specializations', row.specializationId);
    if (specializationId === null) return [];
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!inserted.has(specializationId)) {
      countHere(move, table);
      return [];
    }
    const order = Math.max(1, row.order);
    if (order !== row.order) move.cleaner.changed(subject, 'order', row.order, order, 'Orders begin with 1');
    return { id: `${specializationId}-${row.id}`, specializationId, leagueId, order };
  });
  await insertCounted(move, table, specializationLeagues, fresh);
}
