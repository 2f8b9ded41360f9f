import { sql } from 'drizzle-orm';
import { SUBMISSION_MAX_LENGTH } from '#contract/submissions.ts';
import { cleanProse, isHttpUrl, lengthOf } from '#contract/text.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { userBadges, userSpecializations } from '../platform/db/schema/awards.ts';
import {
  enrollments,
  leagueProgress,
  submissionAttempts,
  submissions,
} from '../platform/db/schema/learning.ts';
import type { Subject } from './cleaner.ts';
import { countHere, findPresent, insertCounted, type Move, readCounted, requireId } from './context.ts';
import type { EarlierSubmission } from './earlier.ts';

export async function moveParticipation(move: Move): Promise<void> {
  await moveEnrollments(move);
  await moveSubmissions(move);
  await moveAwards(move);
}

async function moveEnrollments(move: Move): Promise<void> {
  const table = 'enrollments';
  const rows = await readCounted(move, table);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.userId };
    const userId = requireId(move, subject, 'users', row.userId);
    const leagueId = userId && requireId(move, subject, 'leagues', row.leagueId);
    const cohortId = leagueId && requireId(move, subject, 'cohorts', row.cohortId);
    if (!userId || !leagueId || !cohortId) return [];
    const enrolledAt = move.cleaner.moment(subject, 'enrolledAt', row.enrolledAt, row.updatedAt);
    return {
      id: move.cleaner.plainId(table, row.id),
      userId,
      cohortId,
      leagueId,
      enrolledAt: new Date(enrolledAt),
      updatedAt: new Date(move.cleaner.moment(subject, 'updatedAt', row.updatedAt, enrolledAt)),
    };
  });
  await insertCounted(move, table, enrollments, fresh, { passOver: true });
  await move.tx.execute(sql`
    insert into ${leagueProgress} (user_id, league_id)
    select user_id, league_id from enrollments
    where league_id in (select json_array_elements_text(${JSON.stringify(idsOf(move, 'leagues'))}::json))
    on conflict do nothing`);
}

const idsOf = ({ ids }: Move, table: 'leagues') => [...(ids.get(table)?.values() ?? [])];

const ANSWERS = ['content', 'fileUrl', 'githubUrl', 'liveUrl'] as const;

// Takes the latest answer of each learner as unreviewed, because the old product had no reviews.
async function moveSubmissions(move: Move): Promise<void> {
  const table = 'assignment_submissions';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, submissions, rows);
  const answered = new Set<string>();
  const fresh: (typeof submissions.$inferInsert)[] = [];
  for (const row of rows.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))) {
    const subject = { table, id: row.id, about: row.userId };
    const id = move.cleaner.plainId(table, row.id);
    if (present.has(id)) {
      countHere(move, table);
      continue;
    }
    const answer = toAnswer(move, subject, row);
    if (answer === null) continue;
    const userId = requireId(move, subject, 'users', row.userId);
    const assignmentId = userId && requireId(move, subject, 'assignments', row.assignmentId);
    if (!userId || !assignmentId) continue;
    if (answered.has(`${assignmentId} ${userId}`)) {
      const before = ANSWERS.flatMap((field) => row[field] ?? []).join('\n');
      move.findings.refuse({ ...subject, before, reason: 'A later answer of the same person was taken' });
      continue;
    }
    answered.add(`${assignmentId} ${userId}`);
    const stamps = move.cleaner.stamps(subject, row);
    const sentAt = move.cleaner.moment(subject, 'submittedAt', row.submittedAt, row.updatedAt);
    fresh.push({ id, assignmentId, userId, ...answer, submittedAt: new Date(sentAt), ...stamps });
  }
  const inserted = await insertCounted(move, table, submissions, fresh, { passOver: true });
  const attempts = fresh
    .filter(({ id }) => inserted.has(id))
    .map(({ id, submittedAt, content, fileUrl, githubUrl, liveUrl }) => ({
      id: `${id}-1`,
      submissionId: id,
      number: 1,
      ...{ submittedAt, content, fileUrl, githubUrl, liveUrl },
    }));
  await insertUncounted(move, attempts);
}

// Keeps a single valid field; several answers or an invalid link become text.
function toAnswer(move: Move, subject: Subject, row: EarlierSubmission) {
  const none = { content: null, fileUrl: null, githubUrl: null, liveUrl: null };
  const given = ANSWERS.flatMap((field) => {
    const value = row[field] === null ? '' : cleanProse(row[field] ?? '');
    return value === '' ? [] : [{ field, value }];
  });
  if (row.status !== 'SUBMITTED') {
    // The old product created a row when the assignment was opened.
    if (given.length === 0) move.findings.tally('assignment_submissions').read -= 1;
    else {
      const before = given.map(({ value }) => value).join('\n');
      move.findings.refuse({ ...subject, before, reason: 'Written and never sent' });
    }
    return null;
  }
  const [first, ...more] = given;
  if (!first) {
    move.findings.refuse({ ...subject, reason: 'Sent without an answer' });
    return null;
  }
  const isTaken = first.field === 'content' || isHttpUrl(first.value);
  if (more.length === 0 && isTaken && lengthOf(first.value) <= SUBMISSION_MAX_LENGTH) {
    return { ...none, [first.field]: first.value };
  }
  const text = given.map(({ value }) => value).join('\n');
  const content = move.cleaner.text(subject, 'content', text, {
    max: SUBMISSION_MAX_LENGTH,
    fallback: '-',
    clean: cleanProse,
  });
  const reason = more.length > 0 ? 'An answer is one text or one link' : 'Links are http or https';
  if (content === text) move.cleaner.changed(subject, first.field, first.value, content, reason);
  return { ...none, content };
}

async function insertUncounted(
  { tx }: Move,
  attempts: (typeof submissionAttempts.$inferInsert)[],
): Promise<void> {
  for (let from = 0; from < attempts.length; from += 1000) {
    await tx.insert(submissionAttempts).values(attempts.slice(from, from + 1000));
  }
}

// Of awards to two accounts that were joined, the first counts.
async function moveAwards(move: Move): Promise<void> {
  const badgeRows = await readCounted(move, 'user_badges');
  const badges = badgeRows.flatMap((row) => {
    const subject = { table: 'user_badges', id: row.id, about: row.userId };
    const userId = requireId(move, subject, 'users', row.userId);
    const badgeId = userId && requireId(move, subject, 'badges', row.badgeId);
    if (!userId || !badgeId) return [];
    const earnedAt = new Date(move.cleaner.moment(subject, 'earnedAt', row.earnedAt));
    return { id: move.cleaner.plainId('user_badges', row.id), userId, badgeId, earnedAt };
  });
  await insertCounted(
    move,
    'user_badges',
    userBadges,
    badges.toSorted((one, other) => +one.earnedAt - +other.earnedAt),
    { passOver: true },
  );

  const rows = await readCounted(move, 'user_specializations');
  const completed = rows.flatMap((row) => {
    const subject = { table: 'user_specializations', id: row.id, about: row.userId };
    const userId = requireId(move, subject, 'users', row.userId);
    const specializationId = userId && requireId(move, subject, 'specializations', row.specializationId);
    if (!userId || !specializationId) return [];
    const completedAt = new Date(move.cleaner.moment(subject, 'completedAt', row.completedAt));
    return {
      id: move.cleaner.plainId('user_specializations', row.id),
      userId,
      specializationId,
      completedAt,
    };
  });
  await insertCounted(
    move,
    'user_specializations',
    userSpecializations,
    completed.toSorted((one, other) => +one.completedAt - +other.completedAt),
    { passOver: true },
  );
}

export interface EarnedAward {
  kind: 'badge' | 'specialization';
  name: string;
  person: string;
  email: string;
}

/** Badges and specializations that moved learners completed but never got; staff decide. */
export function findEarned(tx: Database): Promise<EarnedAward[]> {
  return queryRows<EarnedAward>(
    tx,
    sql`
    select 'badge' as kind, b.name, u.name as person, u.email
    from moved_learners moved
    join users u on u.id = moved.user_id
    join league_progress lp on lp.user_id = u.id
    join leagues l on l.id = lp.league_id and l.sections_count > 0 and l.sections_count = lp.completed_sections
    join badges b on b.league_id = l.id
    where not exists (select 1 from user_badges had where had.user_id = u.id and had.badge_id = b.id)
    union all
    select 'specialization', s.name, u.name, u.email
    from moved_learners moved
    join users u on u.id = moved.user_id
    join specializations s on exists (select 1 from specialization_leagues sl where sl.specialization_id = s.id)
    where not exists (
        select 1 from user_specializations had where had.user_id = u.id and had.specialization_id = s.id)
      and not exists (
        select 1 from specialization_leagues sl
        join leagues l on l.id = sl.league_id
        left join league_progress lp on lp.league_id = l.id and lp.user_id = u.id
        where sl.specialization_id = s.id
          and (l.sections_count = 0 or coalesce(lp.completed_sections, 0) < l.sections_count))
    order by 1, 2, 4`,
  );
}
