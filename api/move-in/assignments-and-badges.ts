import { sql } from 'drizzle-orm';
import { ASSIGNMENT_DESCRIPTION_MAX_LENGTH, ASSIGNMENT_TITLE_MAX_LENGTH } from '#contract/assignments.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import { queryRows } from '../platform/db/client.ts';
import { badges } from '../platform/db/schema/awards.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { readUtc } from './cleaner.ts';
import {
  byAge,
  findPresent,
  insertCounted,
  type Move,
  PROSE,
  readColumn,
  readCounted,
  requireId,
  resolveNewId,
} from './context.ts';

export async function moveAssignments(move: Move): Promise<void> {
  const table = 'assignments';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, assignments, rows);
  const taken = new Set(await readColumn(move.tx, assignments.leagueId));
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.title };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!present.has(move.cleaner.plainId(table, row.id)) && taken.has(leagueId)) {
      move.findings.refuse({
        ...subject,
        reason: 'A league has one assignment, and this one has another here',
      });
      return [];
    }
    taken.add(leagueId);
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const dueAt = readUtc(row.dueDate);
    if (row.dueDate !== null && dueAt === null) {
      move.cleaner.changed(subject, 'dueDate', row.dueDate, null, 'A moment that no calendar has');
    }
    return {
      id,
      leagueId,
      title: move.cleaner.text(subject, 'title', row.title, {
        max: ASSIGNMENT_TITLE_MAX_LENGTH,
        fallback: 'Assignment',
      }),
      description: move.cleaner.text(subject, 'description', row.description, {
        max: ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
        fallback: 'Assignment',
        clean: cleanProse,
      }),
      dueAt: dueAt === null ? null : new Date(dueAt),
      ...move.cleaner.stamps(subject, row),
    };
  });
  await insertCounted(move, table, assignments, fresh);
}

/** A league has only one badge here: the most held one keeps it, the others lose their league. */
export async function moveBadges(move: Move): Promise<void> {
  const table = 'badges';
  const rows = await readCounted(move, table);
  const held = new Map(
    (
      await queryRows<{ id: string; n: string | number }>(
        move.source,
        sql`select "badgeId" as id, count(*) as n from user_badges group by 1`,
      )
    ).map(({ id, n }) => [id, Number(n)]),
  );
  const present = await findPresent(move, table, badges, rows);
  const taken = new Set(await readColumn(move.tx, badges.leagueId));
  const byHolders = rows.toSorted(
    (one, other) => (held.get(other.id) ?? 0) - (held.get(one.id) ?? 0) || byAge(one, other),
  );
  const fresh = byHolders.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const isFirst = !taken.has(leagueId);
    taken.add(leagueId);
    if (!isFirst) {
      move.cleaner.changed(
        subject,
        'leagueId',
        row.leagueId,
        null,
        'A league has one badge: this one is of no league',
      );
    }
    return {
      id,
      leagueId: isFirst ? leagueId : null,
      name: move.cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Badge' }),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      imageUrl: move.cleaner.url(subject, 'imageUrl', row.imageUrl),
      ...move.cleaner.stamps(subject, row),
    };
  });
  await insertCounted(move, table, badges, fresh);
}
