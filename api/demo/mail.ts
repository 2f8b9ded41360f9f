import type { Database } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import type { MailKind } from '../mail/kinds.ts';
import { toEmailChangedMessage } from '../mail/messages/email-changed.ts';
import { createId, type SecretKey } from '../process/secrets.ts';
import type { DemoAward, DemoDecision } from './awards.ts';
import { DAY_MS, type DemoPerson, findPerson, HOUR_MS } from './people.ts';
import { createRandom } from './random.ts';
import type { DemoSubmission } from './submissions.ts';

/** Rows of the outbox are kept as long (`sweepMail`). */
const KEPT_DAYS = 89;
/** Addresses that people had before; nobody can receive mail at any of them. */
const HOSTEL = 'hostel.openleague.test';
const ALUMNI = 'alumni.openleague.test';
/** When a message that is put off is tried the fifth time (`BACKOFF_SECONDS` of the worker). */
const FIFTH_TRY_MS = 9750 * 1000;

/** The decisions that their holder is told of. */
const MAILED: Record<string, MailKind> = {
  BADGE_MANUALLY_AWARDED: 'BADGE_EARNED',
};

/**
 * What was mailed about all this: nearly all of it arrived, some bounced, some waits because the server of the other
 * side asked for patience.
 */
export async function insertMail(
  tx: Database,
  secret: Pick<SecretKey, 'seal'>,
  {
    people,
    submissions,
    awards,
    decisions,
    now,
  }: {
    people: readonly DemoPerson[];
    submissions: readonly DemoSubmission[];
    awards: readonly DemoAward[];
    decisions: readonly DemoDecision[];
    now: number;
  },
): Promise<void> {
  const random = createRandom('mail');
  const byId = new Map(people.map((person) => [person.id, person]));
  const mail = (kind: MailKind, person: DemoPerson, createdAt: Date, to = person.account.email) => ({
    id: createId(),
    userId: person.id,
    kind,
    toAddress: to,
    sealedContent: null as string | null,
    attempts: 1,
    nextAttemptAt: createdAt,
    sentAt: new Date(createdAt.getTime() + 1500 + Math.floor(random() * 20_000)) as Date | null,
    failedAt: null as Date | null,
    lastError: null as string | null,
    createdAt,
  });
  const sent = [
    ...people.flatMap((person) => [
      ...(person.account.isVerified ? [mail('EMAIL_VERIFICATION', person, person.joinedAt)] : []),
      ...(person.approvedAt ? [mail('ACCOUNT_APPROVED', person, person.approvedAt)] : []),
    ]),
    ...submissions.flatMap(({ learner, attempts }) =>
      attempts.flatMap(({ reviewedAt, status }) =>
        reviewedAt && status !== 'UNDER_REVIEW' ? [mail('SUBMISSION_REVIEWED', learner, reviewedAt)] : [],
      ),
    ),
    ...awards.flatMap(({ kind, userId, at }) => {
      const person = byId.get(userId);
      return person && kind !== 'SPECIALIZATION_COMPLETED' ? [mail(kind, person, at)] : [];
    }),
    ...decisions.flatMap(({ action, targetUserId, at }) => {
      const person = targetUserId === null ? undefined : byId.get(targetUserId);
      const kind = MAILED[action];
      return person && kind ? [mail(kind, person, at)] : [];
    }),
  ];
  const movedAway = (name: string, domain: string, hoursAgo: number) => {
    const person = findPerson(people, name);
    const at = new Date(now - hoursAgo * HOUR_MS);
    return { person, ...mail('EMAIL_CHANGED', person, at, `${name}@${domain}`) };
  };
  const bounced = [
    movedAway('learner-03', ALUMNI, 20),
    movedAway('learner-09', ALUMNI, 49),
    movedAway('learner-21', ALUMNI, 75),
    movedAway('learner-28', HOSTEL, 118),
  ].map(({ person: _, ...row }) => ({
    ...row,
    sentAt: null,
    failedAt: new Date(row.createdAt.getTime() + 2000),
    lastError: '550',
  }));
  const arrived = ['learner-06', 'learner-15', 'learner-17', 'learner-34'].map((name, place) => {
    const { person: _, ...row } = movedAway(name, place < 3 ? HOSTEL : ALUMNI, 60 + place * 20);
    return row;
  });
  const delayed = [
    movedAway('learner-11', HOSTEL, 1.3),
    movedAway('learner-25', HOSTEL, 1.8),
    movedAway('learner-39', HOSTEL, 2.2),
  ].map(({ person, ...row }) => ({
    ...row,
    sealedContent: secret.seal(
      JSON.stringify(
        toEmailChangedMessage({ name: person.account.name, newEmail: person.account.email, token: null }),
      ),
    ),
    attempts: 4,
    sentAt: null,
    lastError: '451',
    nextAttemptAt: new Date(row.createdAt.getTime() + FIFTH_TRY_MS),
  }));
  await insertRows(
    tx,
    outboxMessages,
    [...sent, ...arrived, ...bounced, ...delayed].filter(
      ({ createdAt }) => createdAt.getTime() > now - KEPT_DAYS * DAY_MS,
    ),
  );
}
