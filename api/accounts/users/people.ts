import { and, asc, desc, eq, exists, inArray, ne, or, type SQL } from 'drizzle-orm';
import { ADMIN_USER_ERRORS } from '#contract/admin-users.ts';
import type { DataOf } from '#contract/call.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { listPeople as listPeopleCall, PeopleQuery } from '#contract/people.ts';
import type { Status } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import { enrollIn } from '../../learning/enrollment.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { accountContains, toPeopleTerms } from '../../platform/db/account-search.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { countWhere, findPage } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { approveIn } from './service.ts';

const isWaiting = eq(users.status, 'PENDING');
const managedLeagues = (db: Database, actor: Actor) =>
  toScopeFilter(db, actor, enrollments.leagueId, ['canManageUsers']);

export async function visiblePeopleFilter(db: Database, actor: Actor): Promise<SQL> {
  const enrolled = db
    .select({ userId: enrollments.userId })
    .from(enrollments)
    .where(and(eq(enrollments.userId, users.id), await managedLeagues(db, actor)));
  return and(inArray(users.role, ['PIONEER', 'LUMINARY']), or(isWaiting, exists(enrolled))) as SQL;
}

export async function listPeople(
  db: Database,
  actor: Actor,
  query: PeopleQuery,
): Promise<DataOf<typeof listPeopleCall>> {
  const page = readPage(query, USERS_PAGE_SIZE);
  const terms = toPeopleTerms(query.search);
  const [met, managed] = await Promise.all([visiblePeopleFilter(db, actor), managedLeagues(db, actor)]);
  const shown = { waiting: isWaiting, enrolled: ne(users.status, 'PENDING') }[query.show ?? ''];
  const order = [desc(isWaiting), desc(users.createdAt), asc(users.id)];
  const [{ ids: shownIds, pagination }, [counts]] = await Promise.all([
    findPage(db, users, { where: and(met, shown, accountContains(terms)), order, page }),
    db
      .select({ total: countWhere(undefined), waiting: countWhere(isWaiting) })
      .from(users)
      .where(met),
  ]);
  const [people, enrolled] = await Promise.all([
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        status: users.status,
        studentId: users.studentId,
        institute: users.institute,
        department: users.department,
        graduationYear: users.graduationYear,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(inArray(users.id, shownIds))
      .orderBy(...order),
    db
      .selectDistinct({ userId: enrollments.userId, id: leagues.id, name: leagues.name })
      .from(enrollments)
      .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
      .where(and(inArray(enrollments.userId, shownIds), managed))
      .orderBy(leagues.name),
  ]);
  return {
    people: people.map((person) => ({
      ...person,
      status: person.status as Status,
      createdAt: toIso(person.createdAt),
      leagues: enrolled.filter(({ userId }) => userId === person.id).map(({ id, name }) => ({ id, name })),
    })),
    counts: counts ?? { total: 0, waiting: 0 },
    pagination,
  };
}

/** Throws USER_NOT_FOUND for people that `visiblePeopleFilter` excludes. */
export function approvePerson(deps: Deps, by: ActorAndRequest, userId: string, leagueId?: string | null) {
  return change(deps, by, userId, async (tx) => {
    await approveIn({ db: tx, secret: deps.secret }, by, userId, null, 'staff');
    if (leagueId) await enrollInLeague(tx, by, userId, leagueId);
  });
}

export function enrollPerson(deps: Deps, by: ActorAndRequest, userId: string, leagueId: string) {
  return change(deps, by, userId, (tx) => enrollInLeague(tx, by, userId, leagueId));
}

function change(
  { db }: Deps,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  write: (tx: Database) => Promise<unknown>,
) {
  const once = async (tx: Database) => {
    const met = and(eq(users.id, userId), await visiblePeopleFilter(tx, actor));
    const [before] = await tx.select({ id: users.id }).from(users).where(met);
    if (!before) throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_FOUND);
    await write(tx);
    return { id: userId, status: 'ACTIVE' as const };
  };
  return runIdempotent(db, actor.id, requestInfo, once, { accounts: [actor.id, userId] });
}

async function enrollInLeague(
  tx: Database,
  by: ActorAndRequest,
  userId: string,
  leagueId: string,
): Promise<void> {
  const [league] = await tx
    .select({ cohortId: leagues.cohortId })
    .from(leagues)
    .where(eq(leagues.id, leagueId));
  if (!league) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
  await enrollIn(tx, by, { userId, leagueId, cohortId: league.cohortId });
}
