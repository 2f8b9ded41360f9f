import { and, eq, sql } from 'drizzle-orm';
import { assignPathfinderLeagues } from '../accounts/users/scopes.ts';
import { approveIn, updateRole, updateStatusIn } from '../accounts/users/service.ts';
import { awardBadge, createFreeBadge } from '../awards/badges/service.ts';
import { correctName, revokeCertificate } from '../awards/certificates/staff.ts';
import { createAnnouncement } from '../community/news/announcements.ts';
import { markNewsRead } from '../community/news/news.ts';
import { grantDailyAwards } from '../learning/daily-awards.ts';
import { changeProgress } from '../learning/progress/change-progress.ts';
import { undoChange } from '../learning/progress/undo.ts';
import { updateSectionProgress } from '../learning/section-progress.ts';
import { savePage } from '../people/profile/save.ts';
import { queryRows } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges } from '../platform/db/schema/awards.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { outboxMessages } from '../platform/db/schema/operations.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { type RunAt, type Step, type Story, withBackdating } from './clock.ts';
import { DEMO_FREE_BADGE } from './curriculum.ts';
import { listEventSteps } from './events.ts';
import type { DemoEvent } from './history.ts';
import { listMentoringSteps } from './mentoring.ts';
import { DAY_MS, type DemoPerson, findPerson, HOUR_MS, toActorAndRequest } from './people.ts';
import { claimOne, listSubmissionSteps } from './submissions.ts';

const MINUTE_MS = 60_000;
// Time of the fifth attempt of a delayed message (`BACKOFF_SECONDS` of the worker).
const FIFTH_TRY_MS = 9750 * 1000;
const EVERY_PERMISSION = { canManageUsers: true, canViewAnalytics: true, canCreateContent: true };

/** Runs all steps in order; totals, awards, mail and audit log follow from the product functions. */
export async function runStory(story: Story): Promise<void> {
  const steps = [
    ...story.people.flatMap((person) => listJoiningSteps(story, person)),
    ...listTicks(story),
    ...story.people
      .filter(({ account }) => account.isThorough)
      .flatMap((person) => listStudySteps(story, person)),
    ...(await listSubmissionSteps(story)),
    ...listDecisions(story),
    ...listEventSteps(story),
    ...listMentoringSteps(story),
    showPublicPage(story),
  ].sort((one, other) => one.at - other.at);
  await withBackdating(story.tx, async (at) => {
    for (const [moment, together] of Map.groupBy(steps, (step) => step.at)) {
      await at(new Date(moment), async () => {
        for (const { run } of together) await run();
      });
    }
    const last = new Date(steps.at(-1)?.at ?? story.now);
    await at(last, () => grantDailyAwards({ ...story, db: story.tx }));
    await sendMovedMail(story, at);
    await claimOne(story);
    await readNews(story);
  });
}

function listJoiningSteps({ tx, secret, people, curriculum, now }: Story, person: DemoPerson): Step[] {
  const { id, account } = person;
  const approvedAt = person.approvedAt?.getTime();
  if (account.role === 'GRAND_PATHFINDER' || approvedAt === undefined) return [];
  const byGrand = toActorAndRequest(findPerson(people, 'grand'));
  const steps: Step[] = [{ at: approvedAt, run: () => approveIn({ db: tx, secret }, byGrand, id) }];
  if (account.role !== 'PIONEER') {
    steps.push({
      at: approvedAt + (account.role === 'LUMINARY' ? 7 * DAY_MS : HOUR_MS),
      run: () => updateRole({ db: tx, secret }, byGrand, id, account.role),
    });
  }
  if (account.scopes.length > 0) {
    const leagueIds = account.scopes.flatMap((name) => curriculum.get(name)?.id ?? []);
    const given = { pathfinderId: id, leagueIds, permissions: EVERY_PERMISSION };
    steps.push({ at: approvedAt + 2 * HOUR_MS, run: () => assignPathfinderLeagues(tx, byGrand, given) });
  }
  if (account.status === 'SUSPENDED') {
    const status = { status: 'SUSPENDED', reason: 'Shared the answers of the assignment.' } as const;
    steps.push({
      at: now - 5 * DAY_MS,
      run: () => updateStatusIn({ db: tx, secret }, byGrand, id, status),
    });
  }
  return steps;
}

function listTicks({ tx, config, people, events }: Story): Step[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return events.flatMap(({ isRunByStory, userId, resourceId, timeSpentSeconds, occurredAt }): Step[] => {
    const person = byId.get(userId);
    if (!isRunByStory || !person) return [];
    const tick = { resourceId, change: { kind: 'COMPLETED', timeSpentSeconds } as const };
    return [
      {
        at: occurredAt.getTime(),
        run: () => changeProgress({ db: tx, config }, { ...toActorAndRequest(person), ...tick }),
      },
    ];
  });
}

function listStudySteps({ tx, config, events, library, now }: Story, person: DemoPerson): Step[] {
  type Change = Parameters<typeof changeProgress>[1]['change'];
  const own = events.filter(({ userId }) => userId === person.id);
  const ofKind = (kind: DemoEvent['kind']) => own.filter((event) => event.kind === kind);
  // Events on records without any other kind of change.
  const alone = (kind: DemoEvent['kind']) =>
    ofKind(kind).filter(
      ({ resourceId }) =>
        !own.some((other) => other.resourceId === resourceId && !['COMPLETED', kind].includes(other.kind)),
    );
  const undone = (at: number, resourceId: string | undefined, wrong: Change): Step[] => {
    if (!resourceId) return [];
    return [
      {
        at,
        run: () =>
          changeProgress({ db: tx, config }, { ...toActorAndRequest(person), resourceId, change: wrong }),
      },
      {
        at: at + 2 * MINUTE_MS,
        run: async () => {
          const [last] = await queryRows<{ id: string }>(
            tx,
            sql`select max(id)::text as id from progress_events
              where user_id = ${person.id} and resource_id = ${resourceId}`,
          );
          return undoChange({ db: tx, config }, { ...toActorAndRequest(person), changeId: last?.id ?? '' });
        },
      },
    ];
  };
  const done = new Set(ofKind('COMPLETED').map(({ resourceId }) => resourceId));
  const next = Object.keys(person.account.progress)
    .flatMap((league) => library.get(league) ?? [])
    .find(({ resourceId }) => !done.has(resourceId));
  const topic = ofKind('COMPLETED').at(-4);
  const justNow = now - 50 * MINUTE_MS;
  const steps = [
    ...undone(justNow - DAY_MS, next?.resourceId, { kind: 'COMPLETED' }),
    ...undone(justNow, alone('NOTED').at(-1)?.resourceId, {
      kind: 'NOTED',
      personalNote: 'Rewritten in a hurry',
    }),
    ...undone(justNow, alone('COMPLETED').at(-2)?.resourceId, { kind: 'RESET' }),
  ];
  if (!topic) return steps;
  const noted = {
    sectionId: topic.sectionId,
    body: { personalNote: 'One page of my own words on this topic is due.' },
  };
  const at = topic.occurredAt.getTime() + 5 * MINUTE_MS;
  return [...steps, { at, run: () => updateSectionProgress(tx, { ...toActorAndRequest(person), ...noted }) }];
}

function listDecisions({ tx, config, curriculum, people, now }: Story): Step[] {
  const grand = toActorAndRequest(findPerson(people, 'grand'));
  const chief = toActorAndRequest(findPerson(people, 'chief'));
  const daysAgo = (days: number, run: Step['run']): Step => ({ at: now - days * DAY_MS, run });
  const idOf = async (query: ReturnType<typeof sql>) =>
    (await queryRows<{ id: string }>(tx, query))[0]?.id ?? '';
  const certificateOf = (name: string) =>
    idOf(sql`select id from certificates where user_id = ${findPerson(people, name).id} and kind = 'LEAGUE'`);
  const award = (days: number, by: ActorAndRequest, badge: string, name: string, reason: string) =>
    daysAgo(days, async () => {
      const id = await idOf(sql`select id from badges where name = ${badge}`);
      await awardBadge({ db: tx }, by, id, { userId: findPerson(people, name).id, reason });
    });
  return [
    daysAgo(60, async () => {
      const badge = { ...DEMO_FREE_BADGE, picture: 'soft-skills-teal' as const };
      const { id } = await createFreeBadge({ db: tx, config }, grand, badge);
      const made = new Date(now - 60 * DAY_MS);
      // Outside the clock, because a write to badges counts as a curriculum change.
      await tx.update(badges).set({ createdAt: made, updatedAt: made }).where(eq(badges.id, id));
    }),
    award(
      12,
      grand,
      DEMO_FREE_BADGE.name,
      'luminary',
      'Took over the Saturday circle when its host fell ill.',
    ),
    award(5, grand, DEMO_FREE_BADGE.name, 'learner-13', 'Ran the Thursday study circle all term.'),
    award(5, chief, 'Model Builder', 'learner-13', 'Taught the week on trees when nobody else could.'),
    daysAgo(6, async () => {
      const reason = 'The board handed in was somebody else’s; agreed with the holder, who does it again.';
      await revokeCertificate(tx, grand, await certificateOf('learner-53'), reason);
    }),
    daysAgo(2, async () => {
      const corrected = { name: 'Devendra Patel', reason: 'The whole first name, as in the passport.' };
      await correctName(tx, grand, await certificateOf('learner-54'), corrected);
    }),
    daysAgo(9, () =>
      createAnnouncement(tx, chief, {
        title: 'Bring your confusion matrix on Thursday',
        body: 'We read three of them together at **17:00** in Lab 2. A photo of your notebook is enough.',
        leagueId: curriculum.get('ML')?.id ?? null,
      }),
    ),
    daysAgo(1, () =>
      createAnnouncement(tx, grand, {
        title: 'Demo day is on Saturday',
        body: 'Five minutes each, from **10:00** in Lab 2. Families are welcome.',
        pinnedUntil: new Date(now + 5 * DAY_MS).toISOString(),
      }),
    ),
  ];
}

function showPublicPage({ tx, people, now }: Story): Step {
  const { id, account } = findPerson(people, 'luminary');
  const shows = { showsName: true, showsLeagues: true, showsBadges: true, showsCertificates: true };
  const page = { ...shows, showsEvents: true, showsLinks: true, isPublic: true, isIndexed: false };
  const about = 'I like models that can say why, and teach what I have just understood. Ask me about trees.';
  const address = account.name.toLowerCase().replace(' ', '-');
  return {
    at: now - 3 * DAY_MS,
    run: async () => {
      const approved = await tx
        .select({ id: submissions.id })
        .from(submissions)
        .where(and(eq(submissions.userId, id), eq(submissions.status, 'APPROVED')));
      const links = { githubUsername: 'octocat', portfolioUrl: 'https://example.org' };
      await tx.update(users).set(links).where(eq(users.id, id));
      await savePage(tx, id, { ...page, address, about, projectIds: approved.map((one) => one.id) });
    },
  };
}

function readNews({ tx, people, now }: Story) {
  const { actor } = toActorAndRequest(findPerson(people, 'luminary'));
  return markNewsRead(tx, actor, new Date(now - 4 * DAY_MS).toISOString());
}

const HOSTEL = 'hostel.openleague.test';
const ALUMNI = 'alumni.openleague.test';

// Hours ago and the SMTP error of mail to a former address; retried messages come last.
const MOVED: [name: string, domain: string, hoursAgo: number, error?: '550' | '451'][] = [
  ['learner-06', HOSTEL, 60],
  ['learner-15', HOSTEL, 80],
  ['learner-17', HOSTEL, 100],
  ['learner-34', ALUMNI, 120],
  ['learner-03', ALUMNI, 20, '550'],
  ['learner-09', ALUMNI, 49, '550'],
  ['learner-21', ALUMNI, 75, '550'],
  ['learner-28', HOSTEL, 118, '550'],
  ['learner-11', HOSTEL, 1.3, '451'],
  ['learner-25', HOSTEL, 1.8, '451'],
  ['learner-39', HOSTEL, 2.2, '451'],
];

// Mail to former addresses: some arrived, some bounced, some is being retried.
async function sendMovedMail({ tx, secret, people, now }: Story, at: RunAt): Promise<void> {
  for (const [name, domain, hoursAgo, error] of MOVED) {
    const { id, account } = findPerson(people, name);
    const to = `${name}@${domain}`;
    const facts = { name: account.name, newEmail: account.email, token: null };
    const send = () => queueMail({ db: tx, secret }, 'EMAIL_CHANGED', { id, email: to }, facts);
    const moment = new Date(now - hoursAgo * HOUR_MS);
    await (error === '451' ? send() : at(moment, send));
    const isMessage = eq(outboxMessages.toAddress, to);
    if (error === '550') {
      const bounced = { sentAt: null, failedAt: moment, lastError: error };
      await tx.update(outboxMessages).set(bounced).where(isMessage);
    } else if (error === '451') {
      const nextAttemptAt = new Date(moment.getTime() + FIFTH_TRY_MS);
      const waiting = { createdAt: moment, attempts: 4, lastError: error, nextAttemptAt };
      await tx.update(outboxMessages).set(waiting).where(isMessage);
    }
  }
}
