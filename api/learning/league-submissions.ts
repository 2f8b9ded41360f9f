import { and, desc, eq, type SQLWrapper } from 'drizzle-orm';
import type { MySubmission, SubmissionAttempt } from '#contract/submissions.ts';
import { toIso } from '../platform/db/client.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../platform/db/schema/learning.ts';

const toAnswerFields = <Table extends typeof submissions | typeof submissionAttempts>(table: Table) => ({
  status: table.status,
  content: table.content,
  githubUrl: table.githubUrl,
  liveUrl: table.liveUrl,
  fileUrl: table.fileUrl,
  feedback: table.feedback,
  submittedAt: table.submittedAt,
  reviewedAt: table.reviewedAt,
});

export const leagueSubmissionsOf = (userId: SQLWrapper, leagueId: SQLWrapper) =>
  rowList(
    selectRow({
      ...toAnswerFields(submissions),
      id: submissions.id,
      attempts: submissions.attempts,
      assignment: asRow({ id: assignments.id, title: assignments.title }),
      history: rowList(
        selectRow({ ...toAnswerFields(submissionAttempts), number: submissionAttempts.number })
          .from(submissionAttempts)
          .where(eq(submissionAttempts.submissionId, submissions.id))
          .orderBy(desc(submissionAttempts.number)),
      ),
    })
      .from(assignments)
      .innerJoin(submissions, eq(submissions.assignmentId, assignments.id))
      .where(and(eq(assignments.leagueId, leagueId), eq(submissions.userId, userId)))
      .orderBy(desc(submissions.submittedAt), desc(submissions.id)),
  );

type SubmissionRow = (typeof leagueSubmissionsOf extends (...asked: never[]) => { _: { type: infer Rows } }
  ? Rows
  : never)[number];

export function presentSubmission(
  { assignment, history, ...row }: SubmissionRow,
  league: { id: string; name: string },
): MySubmission {
  return {
    ...presentAnswer(row),
    assignment: { ...assignment, leagueId: league.id, league: { id: league.id, name: league.name } },
    history: history.map(presentAnswer),
  };
}

function presentAnswer<Row extends { status: string; submittedAt: string; reviewedAt: string | null }>(
  row: Row,
) {
  return {
    ...row,
    status: row.status as SubmissionAttempt['status'],
    submittedAt: toIso(row.submittedAt),
    reviewedAt: toIso(row.reviewedAt),
  };
}
