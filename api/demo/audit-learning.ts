import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { type DemoStory, type Entry, MINUTE_MS } from './audit-entry.ts';

/** A topic that somebody completed. */
export interface CompletedTopic {
  userId: string;
  sectionId: string;
  leagueId: string;
  at: string | Date;
}

/** Reads them from the sums, which hold when each became complete. */
export function listCompletedTopics(tx: Database): Promise<CompletedTopic[]> {
  return queryRows<CompletedTopic>(
    tx,
    sql`select sp.user_id as "userId", sp.section_id as "sectionId", w.league_id as "leagueId", sp.completed_at as at
      from section_progress sp join sections s on s.id = sp.section_id join weeks w on w.id = s.week_id
      where sp.completed_at is not null`,
  );
}

const LEARNED: Record<string, string> = {
  COMPLETED: 'RESOURCE_COMPLETED',
  MARKED_FOR_REVISION: 'RESOURCE_MARKED_FOR_REVISION',
};

/** What learners ticked, marked and completed. */
export function listLearningEntries({ events }: DemoStory, topics: readonly CompletedTopic[]): Entry[] {
  return [
    ...events.flatMap(({ userId, kind, resourceId, leagueId, occurredAt }) => {
      const action = LEARNED[kind];
      if (!action) return [];
      const metadata = { resourceId, leagueId };
      return { at: occurredAt, actorId: userId, targetUserId: userId, action, metadata };
    }),
    ...topics.map(({ userId, sectionId, leagueId, at }) => ({
      at: new Date(at),
      actorId: userId,
      targetUserId: userId,
      action: 'SECTION_COMPLETED',
      metadata: { sectionId, leagueId },
    })),
  ];
}

/** What they handed in, and who took and reviewed it. */
export function listSubmissionEntries({ submissions }: DemoStory): Entry[] {
  return submissions.flatMap(({ id, learner, leagueId, assignment, attempts, claim }) => {
    const told = attempts.flatMap(({ number: attempt, status, submittedAt, reviewedAt, reviewedById }) => {
      const entries: Entry[] = [
        {
          at: submittedAt,
          actorId: learner.id,
          targetUserId: learner.id,
          action: 'ASSIGNMENT_SUBMITTED',
          description: assignment.title,
          metadata: { id, assignmentId: assignment.id, leagueId, attempt },
        },
      ];
      if (reviewedAt && reviewedById) {
        const by = { actorId: reviewedById, targetUserId: learner.id };
        entries.push(
          {
            ...by,
            at: new Date(reviewedAt.getTime() - 9 * MINUTE_MS),
            action: 'SUBMISSION_CLAIMED',
            metadata: { id, leagueId, attempt },
          },
          {
            ...by,
            at: reviewedAt,
            action: 'SUBMISSION_REVIEWED',
            metadata: { id, leagueId, attempt, status: { from: 'SUBMITTED', to: status } },
          },
        );
      }
      return entries;
    });
    if (!claim) return told;
    const claimed = { id, leagueId, attempt: attempts.length };
    return [
      ...told,
      {
        at: claim.at,
        actorId: claim.by.id,
        targetUserId: learner.id,
        action: 'SUBMISSION_CLAIMED',
        metadata: claimed,
      },
    ];
  });
}
