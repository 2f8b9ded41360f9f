import { eq, sql } from 'drizzle-orm';
import { recountBadges } from '../awards/award.ts';
import { changePicture } from '../awards/badges/pictures.ts';
import { issueLeagueCertificates, issueSpecializationCertificates } from '../awards/certificates/issue.ts';
import { type Database, queryRows } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { badges, userBadges } from '../db/schema/awards.ts';
import { createId } from '../process/secrets.ts';
import { DAY_MS, type DemoPerson, findPerson } from './people.ts';

/** What somebody earned, for the log and the mail. */
export interface DemoAward {
  kind: 'BADGE_EARNED' | 'SPECIALIZATION_COMPLETED' | 'CERTIFICATE_ISSUED';
  id: string;
  name: string;
  userId: string;
  /** The league whose last topic it came with. */
  leagueId: string | null;
  at: Date;
}

/** What staff did about awards, as the log has it. */
export interface DemoDecision {
  action: string;
  actorId: string;
  targetUserId: string | null;
  description?: string;
  metadata: Record<string, unknown>;
  at: Date;
}

const ALL_DUE = { limit: 1000 };

/** Badges of no league: staff award them by hand (docs/decisions/0040). */
export const DEMO_FREE_BADGES = [
  {
    name: 'Study Circle Host',
    description: 'Kept a study circle going for a term: same place, same hour, everybody welcome.',
    madeDaysAgo: 60,
    picture: 'soft-skills-teal',
    awards: [
      { holder: 'learner-13', daysAgo: 5, reason: 'Ran the Thursday study circle all term.' },
      { holder: 'luminary', daysAgo: 12, reason: 'Took over the Saturday circle when its host fell ill.' },
    ],
  },
] as const;

/**
 * Gives everybody what their finished leagues earn, by the rules of the product and dated when it was earned, and lets
 * staff decide about some of it. Call it when the counters are true.
 */
export async function insertAwards(
  tx: Database,
  people: readonly DemoPerson[],
  { now, origin }: { now: number; origin: string },
): Promise<{ earned: DemoAward[]; decisions: DemoDecision[] }> {
  await tx.execute(sql`
    insert into user_badges (id, user_id, badge_id, earned_at)
    select gen_random_uuid()::text, lp.user_id, b.id, lp.last_completed_at
    from league_progress lp join leagues l on l.id = lp.league_id join badges b on b.league_id = l.id
    where l.sections_count > 0 and lp.completed_sections = l.sections_count`);
  await tx.execute(sql`
    insert into user_specializations (id, user_id, specialization_id, completed_at)
    select gen_random_uuid()::text, lp.user_id, sl.specialization_id, max(lp.last_completed_at)
    from league_progress lp join leagues l on l.id = lp.league_id
    join specialization_leagues sl on sl.league_id = l.id
    where l.sections_count > 0 and lp.completed_sections = l.sections_count
    group by lp.user_id, sl.specialization_id
    having count(*) = (select count(*) from specialization_leagues every
      where every.specialization_id = sl.specialization_id)`);
  await issueLeagueCertificates(tx, ALL_DUE);
  await issueSpecializationCertificates(tx, ALL_DUE);
  // Both date what they write by the clock: it was due with the last tick, or with the approval it waited for.
  await tx.execute(sql`
    update certificates c set issued_at = greatest(c.completed_at, (
      select max(s.reviewed_at) from submissions s join assignments a on a.id = s.assignment_id
      where s.user_id = c.user_id and s.status = 'APPROVED' and (a.league_id = c.league_id or a.league_id in (
        select sl.league_id from specialization_leagues sl where sl.specialization_id = c.specialization_id))))`);
  const decisions = [
    ...(await insertDecisions(tx, people, now)),
    ...(await insertFreeBadges(tx, people, { now, origin })),
  ];
  await recountBadges(tx, sql`select user_id from learner_stats`);
  return { earned: await listEarned(tx), decisions };
}

async function listEarned(tx: Database): Promise<DemoAward[]> {
  const rows = await queryRows<DemoAward>(
    tx,
    sql`
      select 'BADGE_EARNED' as kind, b.id, b.name, ub.user_id as "userId", b.league_id as "leagueId", ub.earned_at as at
      from user_badges ub join badges b on b.id = ub.badge_id where ub.awarded_by_id is null
      union all
      select 'SPECIALIZATION_COMPLETED', s.id, s.name, us.user_id, null, us.completed_at
      from user_specializations us join specializations s on s.id = us.specialization_id
      union all
      select 'CERTIFICATE_ISSUED', c.id, c.title, c.user_id, c.league_id, c.issued_at from certificates c`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

interface Held {
  id: string;
  userId: string;
  email: string;
  leagueId: string;
  title: string;
  holderName: string;
}

async function insertDecisions(
  tx: Database,
  people: readonly DemoPerson[],
  now: number,
): Promise<DemoDecision[]> {
  const grand = findPerson(people, 'grand').id;
  const chief = findPerson(people, 'chief').id;
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  const papers = await queryRows<Held>(
    tx,
    sql`select c.id, c.user_id as "userId", u.email, c.league_id as "leagueId", c.title, c.holder_name as "holderName"
      from certificates c join users u on u.id = c.user_id where c.kind = 'LEAGUE' order by u.email, c.title`,
  );
  const decisions: DemoDecision[] = [];
  const paperOf = (name: string) => papers.find(({ email }) => email.startsWith(`${name}@`));

  const revoked = paperOf('learner-53');
  if (revoked) {
    const reason = 'The board handed in was somebody else’s; agreed with the holder, who does it again.';
    await tx.execute(sql`update certificates set revoked_at = ${daysAgo(6).toISOString()}, revoked_by_id = ${grand},
      revocation_reason = ${reason} where id = ${revoked.id}`);
    decisions.push({
      action: 'CERTIFICATE_REVOKED',
      actorId: grand,
      targetUserId: revoked.userId,
      description: revoked.title,
      metadata: { leagueId: revoked.leagueId, id: revoked.id, reason },
      at: daysAgo(6),
    });
  }

  const renamed = paperOf('learner-54');
  if (renamed) {
    const reason = 'The whole first name, as in the passport.';
    const holderName = { from: renamed.holderName, to: 'Devendra Patel' };
    await tx.execute(sql`update certificates set renamed_at = ${daysAgo(2).toISOString()},
      renaming_reason = ${reason}, holder_name = ${holderName.to} where id = ${renamed.id}`);
    decisions.push({
      action: 'CERTIFICATE_RENAMED',
      actorId: grand,
      targetUserId: renamed.userId,
      description: renamed.title,
      metadata: { leagueId: renamed.leagueId, id: renamed.id, holderName, reason },
      at: daysAgo(2),
    });
  }

  const helper = findPerson(people, 'learner-13').id;
  const [badge] = await queryRows<{ id: string; name: string; leagueId: string }>(
    tx,
    sql`select b.id, b.name, b.league_id as "leagueId" from badges b join leagues l on l.id = b.league_id
      where l.name = 'ML'`,
  );
  if (badge) {
    const reason = 'Taught the week on trees when nobody else could; knows the league by heart.';
    await insertRows(tx, userBadges, [
      {
        id: createId(),
        userId: helper,
        badgeId: badge.id,
        earnedAt: daysAgo(5),
        awardedById: chief,
        reason,
      },
    ]);
    decisions.push({
      action: 'BADGE_MANUALLY_AWARDED',
      actorId: chief,
      targetUserId: helper,
      description: badge.name,
      metadata: { id: badge.id, leagueId: badge.leagueId, reason },
      at: daysAgo(5),
    });
  }
  return decisions;
}

async function insertFreeBadges(
  tx: Database,
  people: readonly DemoPerson[],
  { now, origin }: { now: number; origin: string },
): Promise<DemoDecision[]> {
  const grand = findPerson(people, 'grand').id;
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  const decisions: DemoDecision[] = [];
  for (const { name, description, madeDaysAgo, picture, awards } of DEMO_FREE_BADGES) {
    const id = createId();
    const at = daysAgo(madeDaysAgo);
    await tx.insert(badges).values({ id, leagueId: null, name, description, createdAt: at, updatedAt: at });
    const imageUrl = await changePicture(tx, id, { before: null, picture, origin });
    await tx.update(badges).set({ imageUrl, updatedAt: at }).where(eq(badges.id, id));
    decisions.push({
      action: 'BADGE_CREATED',
      actorId: grand,
      targetUserId: null,
      description: name,
      metadata: { id, leagueId: null },
      at,
    });
    for (const { holder, daysAgo: days, reason } of awards) {
      const userId = findPerson(people, holder).id;
      const earnedAt = daysAgo(days);
      await insertRows(tx, userBadges, [
        { id: createId(), userId, badgeId: id, earnedAt, awardedById: grand, reason },
      ]);
      decisions.push({
        action: 'BADGE_MANUALLY_AWARDED',
        actorId: grand,
        targetUserId: userId,
        description: name,
        metadata: { id, leagueId: null, reason },
        at: earnedAt,
      });
    }
  }
  return decisions;
}
