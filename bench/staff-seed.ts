import { sql } from 'drizzle-orm';
import { type OpenDatabase, queryRows } from '#api/db/client.ts';
import { createToken, hashToken } from '#api/process/secrets.ts';

export const STAFF_LEAGUE = 'staff-league-7';
export const STAFF_COHORT = 'staff-cohort-1';
export const STAFF_USER = 'staff-user-77';
/** A name that one in forty has, and one that five people have, however many there are. */
export const FREQUENT_NAME = 'Meera';
export const RARE_NAME = 'Zephyrine';
/** As frequent, but nobody has it whose submission waits, nor a holder of `staff-badge-7`. */
export const UNMET_NAME = 'Oriana';
/** Staff who are not GRAND, with that many leagues each. */
const SCOPED = { chief: 5, head: 20 } as const;

const COHORTS = 8;
const WEEKS = 5;
const SECTIONS = 5;
const RESOURCES = 10;
const PER_LEAGUE = WEEKS * SECTIONS * RESOURCES;
const RARE_PEOPLE = 5;
/** Leagues of one person are so far apart. */
const STRIDE = 77;
/** Prime, so that people come in no order, and each of them once. */
const SCATTER = 7919;

/** How much of everything there is. */
export interface Scale {
  people: number;
  leagues: number;
  leaguesEach: number;
  /** The first people, who have a record on each resource that they completed, and `eventsOfLearner` events. */
  learners: number;
  eventsOfLearner: number;
  /** Events of everybody else. */
  eventsEach: number;
  /** Gives everybody else sums all over the ranking, which their events do not account for. */
  isSpread: boolean;
  submissions: number;
  badges: number;
  certificates: number;
  audited: number;
}

/**
 * What the admin area is promised to be quick with: 20,000 users, 200 leagues, 50,000 resources, a year of 560,000
 * events, each on a day of its own, and 100,000 audit entries.
 */
export const STAFF_SCALE: Scale = {
  people: 20_000,
  leagues: 200,
  leaguesEach: 2,
  learners: 0,
  eventsOfLearner: 0,
  eventsEach: 28,
  isSpread: false,
  submissions: 10_000,
  badges: 10_000,
  certificates: 8000,
  audited: 100_000,
};

/** 20 leagues with so many people; of a million 'At a million' of docs/performance.md. */
export const toLargeScale = (people: number): Scale => ({
  people,
  leagues: 20,
  leaguesEach: 3,
  learners: Math.min(people, 1000),
  eventsOfLearner: 90,
  eventsEach: 3,
  isSpread: true,
  submissions: people / 2,
  badges: people / 2,
  certificates: people * 0.4,
  audited: people * 2,
});

export interface StaffTokens {
  grand: string;
  chief: string;
  head: string;
}

/**
 * Fills an empty, migrated PostgreSQL database. Returns tokens of a GRAND and of CHIEFs with five leagues and with twenty.
 */
export async function seedStaff(database: OpenDatabase, scale: Scale): Promise<StaffTokens> {
  const indexes = await queryRows<{ name: string; definition: string }>(
    database.db,
    sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and not indisunique`,
  );
  await database.runScript(`
    -- Indexes are built faster over all rows than grown with them.
    ${indexes.map(({ name }) => `DROP INDEX ${name};`).join('\n')}
    -- Keys are right by construction; checking half a million of them is most of the time otherwise.
    SET session_replication_role = replica;
    ${people(scale)}
    ANALYZE users;
    ${curriculum(scale)}
    ${awards(scale)}
    ${progress(scale)}
    RESET session_replication_role;
    SET maintenance_work_mem = '1GB';
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    RESET maintenance_work_mem;`);
  return {
    grand: await openSession(database, 'staff-grand'),
    chief: await openSession(database, 'staff-chief'),
    head: await openSession(database, 'staff-head'),
  };
}

/** An access token of each of the first learners. */
export async function openLearnerSessions(database: OpenDatabase, learners: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 1; n <= learners; n++) tokens.push(await openSession(database, `staff-user-${n}`));
  return tokens;
}

/** The leagues of a learner of the first ones, and the resources of it that nobody has completed yet. */
export function toLeagueOf(learner: number, { leagues }: Scale) {
  const league = (learner % leagues) + 1;
  return {
    id: `staff-league-${league}`,
    sectionId: `staff-${league}-1-1`,
    untouched: [4, 5].flatMap((week) =>
      Array.from({ length: SECTIONS * RESOURCES }, (_, n) =>
        ['staff', league, week, Math.floor(n / RESOURCES) + 1, (n % RESOURCES) + 1].join('-'),
      ),
    ),
  };
}

const FIRST_NAMES = [
  ...['Meera', 'Asha', 'Ravi', 'Kiran', 'Lalita', 'Arjun', 'Divya', 'Farah', 'Imran', 'Jaspreet'],
  ...['Kavya', 'Manoj', 'Neha', 'Omkar', 'Priya', 'Rahul', 'Sana', 'Tara', 'Uday', 'Vikram'],
  ...['Amina', 'Bharat', 'Chitra', 'Deepak', 'Esha', 'Gopal', 'Harini', 'Ishaan', 'Jyoti', 'Kabir'],
  ...['Leela', 'Mohan', 'Nisha', 'Parth', 'Rekha', 'Sunil', 'Tejas', 'Usha', 'Varun', 'Yash'],
];
const SYLLABLES = [
  ...['ban', 'cha', 'dev', 'gar', 'har', 'jos', 'kar', 'lam', 'mis', 'nar'],
  ...['pat', 'rao', 'sar', 'tha', 'ven', 'wal', 'yad', 'bos', 'dut', 'ghe'],
];

const toArray = (words: readonly string[]) => `ARRAY[${words.map((word) => `'${word}'`).join(',')}]`;
/** The person of the nth of some rows, in no order. */
const someone = (n: string, { people }: Scale) =>
  `('staff-user-' || ((${n})::bigint * ${SCATTER} % ${people} + 1))`;
/** The kth league of person n, and their cohort. */
const leagueOf = (n: string, k: string, { leagues }: Scale) => `((${n} + ${k} * ${STRIDE}) % ${leagues} + 1)`;
const cohortOf = (n: string, { leagues }: Scale) => `(${n} / ${leagues} % ${COHORTS} + 1)`;
/** Spreads rows over half a year, in no order; a table holds them in the order of time, as it would have got them. */
const moment = (n: string, of: number) =>
  `now() - ((${n})::bigint * ${SCATTER} % ${of}) * interval '180 days' / ${of}`;

function people(scale: Scale): string {
  const { people, leagues, learners } = scale;
  const word = (words: readonly string[], at: string) => `(${toArray(words)})[${at} % ${words.length} + 1]`;
  return `
    INSERT INTO cohorts (id, name) SELECT 'staff-cohort-' || c, 'Intake ' || c FROM generate_series(1, ${COHORTS}) c;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at,
                       current_cohort_id, approved_at, created_at, olid, github_username, discord_username)
      SELECT 'staff-user-' || n, 'learner-' || n || '@bench.test', 'no password', name, 'PIONEER',
             CASE WHEN waits THEN 'PENDING' ELSE 'ACTIVE' END, now(), now(),
             'staff-cohort-' || ${cohortOf('n', scale)}, CASE WHEN NOT waits THEN joined END, joined,
             CASE WHEN NOT waits THEN 'OLX026' || lpad(n::text, 7, '0') END,
             CASE WHEN n % 3 = 0 THEN replace(lower(name), ' ', '-') || '-' || n END,
             CASE WHEN n % 3 = 1 THEN 'player' || n END
      FROM (
        SELECT n, n % 50 = 0 AND n > ${learners} AS waits, now() - (${people} - n) * interval '365 days' / ${people} AS joined,
          CASE WHEN n % ${Math.ceil(people / RARE_PEOPLE)} = ${STRIDE} THEN '${RARE_NAME} Quill'
            WHEN n % 40 = 2 THEN '${UNMET_NAME} ' || initcap(${word(SYLLABLES, '(n / 13)')})
            ELSE ${word(FIRST_NAMES, '(n / 7)')} || ' ' || initcap(${word(SYLLABLES, '(n / 11)')}
              || ${word(SYLLABLES, '(n / 13)')}) END AS name
        FROM generate_series(1, ${people}) n) person;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at)
      VALUES ('staff-grand', 'grand@bench.test', 'no password', 'Grand', 'GRAND_PATHFINDER', 'ACTIVE', now()),
             ('staff-chief', 'chief@bench.test', 'no password', 'Chief', 'CHIEF_PATHFINDER', 'ACTIVE', now()),
             ('staff-head', 'head@bench.test', 'no password', 'Head', 'CHIEF_PATHFINDER', 'ACTIVE', now());
    INSERT INTO pathfinder_scopes (id, pathfinder_id, league_id, can_view_analytics, can_manage_users)
      SELECT concat_ws('-', 'staff-scope', name, l), 'staff-' || name, 'staff-league-' || (l % ${leagues} + 1), true, true
      FROM (VALUES ('chief', ${SCOPED.chief}), ('head', ${SCOPED.head})) scoped(name, amount),
           generate_series(4, 3 + amount) l;
    INSERT INTO audit_log (actor_id, target_user_id, action, metadata, created_at)
      SELECT ${someone('n', scale)}, ${someone('n', scale)},
             (ARRAY['RESOURCE_COMPLETED', 'LOGIN_SUCCEEDED', 'USER_ENROLLED', 'LEAGUE_UPDATED'])[n % 4 + 1],
             '{"leagueId":"staff-league-' || (n % ${leagues} + 1) || '"}',
             now() - (${scale.audited} - n) * interval '365 days' / ${scale.audited}
      FROM generate_series(1, ${scale.audited}) n;
    -- As sealed when they were written: a server would seal them all beside the calls.
    INSERT INTO audit_seals (number, ids, entries, previous, digest, open_from, sealed_at)
      SELECT 1, int8multirange(int8range(min(id), max(id), '[]')), count(*), '', 'bench', now(), now() FROM audit_log;`;
}

function curriculum({ leagues }: Scale): string {
  const every = `generate_series(1, ${leagues}) l`;
  return `
    INSERT INTO leagues (id, cohort_id, name, description, weeks_count, sections_count, resources_count)
      SELECT 'staff-league-' || l, 'staff-cohort-' || (l % ${COHORTS} + 1), 'League ' || l, 'What it is about',
             ${WEEKS}, ${WEEKS * SECTIONS}, ${PER_LEAGUE} FROM ${every};
    INSERT INTO weeks (id, league_id, name, "order")
      SELECT concat_ws('-', 'staff', l, w), 'staff-league-' || l, 'Week ' || w, w
      FROM ${every}, generate_series(1, ${WEEKS}) w;
    INSERT INTO sections (id, week_id, name, "order", resources_count)
      SELECT concat_ws('-', 'staff', l, w, s), concat_ws('-', 'staff', l, w), 'Section ' || s, s, ${RESOURCES}
      FROM ${every}, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s;
    INSERT INTO resources (id, section_id, title, url, type, "order")
      SELECT concat_ws('-', 'staff', l, w, s, r), concat_ws('-', 'staff', l, w, s), concat_ws(' ', 'Resource', l, w, s, r),
             'https://learning.example/' || concat_ws('/', l, w, s, r), 'ARTICLE', r
      FROM ${every}, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s,
           generate_series(1, ${RESOURCES}) r;
    INSERT INTO assignments (id, league_id, title, description)
      SELECT 'staff-task-' || l, 'staff-league-' || l, 'Task ' || l, 'Build it' FROM ${every};`;
}

function progress(scale: Scale): string {
  const { people, leaguesEach, learners, eventsOfLearner, eventsEach } = scale;
  const enrolled = people * leaguesEach;
  const everybody = `generate_series(1, ${people}) n, generate_series(0, ${leaguesEach - 1}) k`;
  const league = leagueOf('n', 'k', scale);
  return `
    INSERT INTO enrollments (id, user_id, cohort_id, league_id, enrolled_at)
      SELECT concat_ws('-', 'staff', n, k), 'staff-user-' || n, 'staff-cohort-' || ${cohortOf('n', scale)},
             'staff-league-' || ${league}, ${moment(`n * ${leaguesEach} + k`, enrolled)} FROM ${everybody}
      ORDER BY 5;
    INSERT INTO progress_events (user_id, resource_id, section_id, league_id, kind, occurred_at)
      SELECT 'staff-user-' || n, concat_ws('-', 'staff', l, w, s, r), concat_ws('-', 'staff', l, w, s), 'staff-league-' || l,
             'COMPLETED', at
      FROM (
        SELECT n, ${leagueOf('n', `(k % ${leaguesEach})`, scale)} AS l,
               k / ${leaguesEach * RESOURCES * SECTIONS} % ${WEEKS} + 1 AS w,
               k / ${leaguesEach * RESOURCES} % ${SECTIONS} + 1 AS s, k / ${leaguesEach} % ${RESOURCES} + 1 AS r,
               now() - ((k * 13 + n * 7) % 365) * interval '1 day' - (n * 31 + k * 17) % 1440 * interval '1 minute' AS at
        FROM generate_series(1, ${people}) n,
             generate_series(0, CASE WHEN n <= ${learners} THEN ${eventsOfLearner} ELSE ${eventsEach} END - 1) k
      ) ticks ORDER BY at;
    INSERT INTO resource_progress (id, user_id, resource_id, completed_at)
      SELECT 'staff-record-' || e.id, user_id, resource_id, occurred_at FROM progress_events e
      JOIN generate_series(1, ${learners}) n ON user_id = 'staff-user-' || n;
    INSERT INTO section_progress (user_id, section_id, completed_resources, completed_at)
      SELECT user_id, section_id, count(*), CASE WHEN count(*) = ${RESOURCES} THEN max(occurred_at) END
      FROM progress_events GROUP BY user_id, section_id;
    INSERT INTO league_progress (user_id, league_id, completed_resources, completed_sections, last_completed_at,
                                 last_completed_resource_id)
      SELECT user_id, league_id, count(*), count(*) / ${RESOURCES}, max(occurred_at),
             (array_agg(resource_id ORDER BY occurred_at DESC))[1]
      FROM progress_events GROUP BY user_id, league_id;
    ${scale.isSpread ? spread(scale, everybody, league) : ''}
    INSERT INTO learner_stats (user_id, completed_resources, last_completed_at, last_completed_resource_id, is_ranked,
                               badges_earned)
      SELECT p.user_id, sum(p.completed_resources), max(p.last_completed_at),
             (array_agg(p.last_completed_resource_id ORDER BY p.last_completed_at DESC))[1], bool_and(u.status = 'ACTIVE'),
             (SELECT count(*) FROM user_badges held WHERE held.user_id = p.user_id)
      FROM league_progress p JOIN users u ON u.id = p.user_id GROUP BY p.user_id;
    -- As from ticks of theirs: statements that were planned while it was empty would read all of it for each tick.
    INSERT INTO learner_changes (user_id, amount) SELECT 'staff-user-' || n, 1 FROM generate_series(1, ${learners}) n;`;
}

function spread(scale: Scale, everybody: string, league: string): string {
  const { people, leaguesEach } = scale;
  return `
    INSERT INTO league_progress (user_id, league_id, completed_resources, completed_sections, last_completed_at,
                                 last_completed_resource_id)
      SELECT 'staff-user-' || n, 'staff-league-' || ${league}, done, done / ${RESOURCES},
             CASE WHEN done > 0 THEN ${moment(`n * ${leaguesEach} + k`, people * leaguesEach)} END,
             CASE WHEN done > 0 THEN concat_ws('-', 'staff', ${league}, 1, 1, 1) END
      FROM ${everybody}, LATERAL (SELECT (n::bigint * ${SCATTER} + k * 31) % ${PER_LEAGUE + 1} AS done) sums
      WHERE n > ${scale.learners}
      ON CONFLICT (user_id, league_id) DO UPDATE SET completed_resources = excluded.completed_resources,
        completed_sections = excluded.completed_sections, last_completed_at = excluded.last_completed_at,
        last_completed_resource_id = excluded.last_completed_resource_id;`;
}

function awards(scale: Scale): string {
  const { leagues, submissions, badges, certificates } = scale;
  return `
    INSERT INTO submissions (id, assignment_id, user_id, status, content, submitted_at)
      SELECT 'staff-answer-' || n, 'staff-task-' || (n % ${leagues} + 1),
             ${someone('n', scale)}, CASE WHEN n % 20 = 0 THEN 'SUBMITTED' WHEN n % 4 = 3 THEN 'NEEDS_REVISION' ELSE 'APPROVED' END,
             'An answer', ${moment('n', submissions)}
      FROM generate_series(1, ${submissions}) n ORDER BY 6;
    -- What triggers count, which are silent here.
    INSERT INTO submission_counts (assignment_id, amount)
      SELECT assignment_id, count(*) FROM submissions GROUP BY assignment_id;
    INSERT INTO submission_attempts (id, submission_id, number, status, content, submitted_at, reviewed_at)
      SELECT 'attempt-' || id, id, 1, status, content, submitted_at,
             CASE WHEN status <> 'SUBMITTED' THEN submitted_at + interval '30 hours' END FROM submissions;
    INSERT INTO badges (id, league_id, name)
      SELECT 'staff-badge-' || l, 'staff-league-' || l, 'Badge ' || l FROM generate_series(1, ${leagues}) l;
    INSERT INTO user_badges (id, user_id, badge_id, earned_at)
      SELECT 'staff-held-' || n, ${someone('n', scale)}, 'staff-badge-' || (n % ${leagues} + 1), ${moment('n', badges)}
      FROM generate_series(1, ${badges}) n ORDER BY 4;
    INSERT INTO badge_holder_counts (badge_id, amount) SELECT badge_id, count(*) FROM user_badges GROUP BY badge_id;
    INSERT INTO certificates (id, kind, user_id, league_id, holder_name, title, issuer, completed_at, issued_at, revoked_at,
                              revocation_reason)
      SELECT 'staff-paper-' || n, 'LEAGUE', u.id, 'staff-league-' || (n % ${leagues} + 1), u.name,
             'League ' || (n % ${leagues} + 1), 'OpenLeague', issued, issued,
             CASE WHEN n % 1000 = 0 THEN issued END, CASE WHEN n % 1000 = 0 THEN 'By mistake' END
      FROM (SELECT n, ${moment('n', certificates)} AS issued FROM generate_series(1, ${certificates}) n) paper
      JOIN users u ON u.id = ${someone('n', scale)} ORDER BY issued;`;
}

async function openSession({ db }: OpenDatabase, userId: string): Promise<string> {
  const token = createToken();
  await db.execute(sql`
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at)
    VALUES (${`session-${userId}`}, ${userId}, ${hashToken(createToken())}, now() + interval '1 day')`);
  await db.execute(sql`
    INSERT INTO access_tokens (token_hash, session_id, expires_at)
    VALUES (${hashToken(token)}, ${`session-${userId}`}, now() + interval '1 day')`);
  return token;
}
