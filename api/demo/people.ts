import { allocateOlids } from '../accounts/olid.ts';
import type { Database } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { demoAccounts, sessions, users } from '../platform/db/schema/accounts.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';
import { DEMO_PEOPLE, type DemoAccount } from './accounts.ts';
import type { DemoCurriculum } from './curriculum.ts';

export interface DemoPerson {
  id: string;
  index: number;
  account: DemoAccount;
  joinedAt: Date;
  approvedAt: Date | null;
  enrollments: { league: string; enrolledAt: Date }[];
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const DEPARTMENTS = [
  'Computer Science and Engineering',
  'Electrical Engineering',
  'Mathematics and Computing',
];

export function findPerson(people: readonly DemoPerson[], name: string): DemoPerson {
  const person = people.find(({ account }) => account.email.startsWith(`${name}@`));
  if (!person) throw new Error(`No demo account ${name}`);
  return person;
}

/** All accounts share one password, so one hash suffices. */
export async function insertPeople(
  tx: Database,
  curriculum: DemoCurriculum,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<DemoPerson[]> {
  const people = DEMO_PEOPLE.map((account, index) => toPerson(account, index, now));
  const olids = await allocateOlids(tx, people.filter(({ account }) => account.isMigrated).length);
  let olidsGiven = 0;
  const rows = people.map(({ id, index, account, joinedAt }) => {
    const { isMigrated } = account;
    const isFirst = account.role === 'GRAND_PATHFINDER';
    const onceMigrated = <T>(value: T) => (isMigrated ? value : null);
    return {
      id,
      email: account.email,
      name: account.name,
      role: isFirst ? account.role : 'PIONEER',
      status: isFirst ? 'ACTIVE' : 'PENDING',
      passwordHash,
      emailVerifiedAt: account.isVerified ? joinedAt : null,
      mailboxProvenAt: account.isVerified ? joinedAt : null,
      migratedToV2At: onceMigrated(joinedAt),
      olid: isMigrated ? (olids[olidsGiven++] ?? null) : null,
      institute: onceMigrated('Sample Institute of Technology'),
      department: onceMigrated(DEPARTMENTS[index % DEPARTMENTS.length] ?? null),
      graduationYear: onceMigrated(2026 + (index % 4)),
      studentId: onceMigrated(`SIT${String(10_400 + index)}`),
      phoneNumber: onceMigrated(`98${String(10_000_000 + index * 7919)}`),
      currentCohortId: curriculum.get('ML')?.cohortId ?? null,
      approvedAt: isFirst ? joinedAt : null,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    };
  });
  await insertRows(tx, users, rows);
  await insertRows(
    tx,
    demoAccounts,
    people.map(({ id }) => ({ userId: id })),
  );
  await insertRows(
    tx,
    enrollments,
    people.flatMap(({ id: userId, enrollments: chosen }) =>
      chosen.flatMap(({ league, enrolledAt }) => {
        const { id: leagueId, cohortId } = curriculum.get(league) ?? {};
        if (!leagueId || !cohortId) return [];
        return { id: createId(), userId, cohortId, leagueId, enrolledAt, updatedAt: enrolledAt };
      }),
    ),
  );
  await insertRows(
    tx,
    sessions,
    people.map(({ id }) => ({ id, userId: id, refreshTokenHash: id, expiresAt: new Date(now + DAY_MS) })),
  );
  return people;
}

/** Caller of product functions, with the session from `insertPeople`. */
export function toActorAndRequest({ id, index, account }: DemoPerson): ActorAndRequest {
  const { name, email, role } = account;
  return {
    actor: {
      ...{ id, name, email, role, status: 'ACTIVE', emailVerified: account.isVerified, sessionId: id },
      proof: { isFresh: true, isByPasskey: false, isFreshByPasskey: false },
    },
    requestInfo: {
      // Address range reserved for documentation.
      address: `198.51.100.${10 + (index % 200)}`,
      ...{ isLocal: false, userAgent: null, deviceToken: null, idempotencyKey: null, requestHash: '' },
      requestId: createId(),
    },
  };
}

function toPerson(account: DemoAccount, index: number, now: number): DemoPerson {
  const joinedAt = new Date(now - (account.joinedDaysAgo ?? 95 - index) * DAY_MS - (index % 7) * HOUR_MS);
  const approvedAt = account.status === 'PENDING' ? null : new Date(joinedAt.getTime() + 3 * HOUR_MS);
  return {
    id: createId(),
    index,
    account,
    joinedAt,
    approvedAt,
    enrollments: Object.keys(account.progress).map((league) => ({
      league,
      enrolledAt: isOfSummer(league)
        ? new Date(joinedAt.getTime() + 6 * HOUR_MS)
        : new Date(Math.max(joinedAt.getTime(), now - TERM_DAYS * DAY_MS) + DAY_MS / 2),
    })),
  };
}

// The term's leagues began this many days ago; summer leagues ended before.
const TERM_DAYS = 89;
export const isOfSummer = (league: string) => league.endsWith('(1.0)');

/** Seeded generator (mulberry32) of numbers from 0 to 1. */
export function createRandom(seed: string): () => number {
  let state = 2_166_136_261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(some: readonly T[], fraction: number): T {
  const one = some[Math.min(some.length - 1, Math.floor(fraction * some.length))];
  if (one === undefined) throw new RangeError('Nothing to pick from');
  return one;
}
