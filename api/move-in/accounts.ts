import { inArray, like, or, sql } from 'drizzle-orm';
import { isEmail } from '#contract/auth.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import {
  HANDLE_MAX_LENGTH,
  type HandleField,
  isGraduationYear,
  isPhoneNumber,
  readHandle,
  STUDENT_ID_MAX_LENGTH,
} from '#contract/profile-rules.ts';
import { cleanText, lengthOf } from '#contract/text.ts';
import { isTooCostly, readEarlierCost } from '../accounts/auth/earlier-passwords.ts';
import { hashPassword } from '../accounts/auth/passwords.ts';
import { listReservedAddresses } from '../accounts/auth/report-links.ts';
import { toEvidence } from '../platform/audit/record.ts';
import { insertEntries, type WrittenEntry } from '../platform/db/audit-entry.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { isOneOf } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { createToken } from '../platform/process/secrets.ts';
import type { Subject } from './cleaner.ts';
import { insertCounted, type Move, readCounted, rememberId } from './context.ts';
import type { EarlierUser } from './earlier.ts';
import type { Joined } from './findings.ts';
import { assignOlids } from './ol-ids.ts';

const TABLE = 'users';
// Written for each moved account, so that a later run knows it even after its erasure.
const MOVED_IN = 'USER_MOVED_IN';
const STAFF: readonly string[] = ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER'];
const ENTRIES = 1000;

/** For the operator, who reviews the list of staff. */
export interface StaffMember {
  email: string;
  name: string;
  role: string;
  status: string;
  isVerified: boolean;
  /** Joined accounts keep the role they had here. */
  isJoined: boolean;
}

export interface MovedAccounts {
  staff: StaffMember[];
  /** New and joined accounts whose learning has to be counted. */
  userIds: string[];
  /** Accounts that several earlier accounts were joined into. */
  sharedIds: string[];
}

type MoveResult =
  | { kind: 'new'; id: string }
  | { kind: 'here'; id: string }
  | { kind: 'joined'; id: string; with: string };

interface Joinable {
  id: string;
  /** Only verified addresses identify a person, because anybody can sign up with another's address. */
  isVerified: boolean;
}

/**
 * An account already here (by id or verified address) keeps password, role and profile and only gains the learning.
 * Earlier accounts whose addresses differ in case are joined too.
 */
export async function moveAccounts(move: Move): Promise<MovedAccounts> {
  const rows = await readCounted(move, TABLE);
  const readable = rows.flatMap((row) => withAddress(move, row));
  const present = await findPresentAccounts(move.tx, readable);
  const reserved = await listReservedAddresses(
    move.tx,
    readable.map(({ email }) => email),
  );
  const moved = await findMoved(
    move.tx,
    readable.map(({ row }) => move.cleaner.plainId(TABLE, row.id)),
  );
  const results = new Map<string, MoveResult>();
  const byAddress = new Map<string, MoveResult>();
  const newAccounts: { row: EarlierUser; email: string; id: string }[] = [];
  const joined: Omit<Joined, 'intoEmail' | 'intoName'>[] = [];
  for (const { row, email } of readable.toSorted(byStanding)) {
    const subject = { table: TABLE, id: row.id, about: email };
    const result = await decideResult(move, subject, email, { reserved, present, moved, byAddress });
    if (result === null) continue;
    results.set(row.id, result);
    rememberId(move, TABLE, row.id, result.id);
    if (result.kind === 'new') {
      byAddress.set(email, { kind: 'joined', id: result.id, with: 'another account of this address' });
      newAccounts.push({ row, email, id: result.id });
    } else {
      move.findings.tally(TABLE).here += 1;
    }
    if (result.kind === 'joined' && !moved.has(move.cleaner.plainId(TABLE, row.id))) {
      joined.push({
        ...{ id: row.id, email: row.email, name: row.name, intoId: result.id },
        reason: `Joined with ${result.with}; that one keeps its password, role and profile, and gets the learning`,
      });
    }
  }
  await insertAccounts(move, newAccounts);
  await reportJoined(move, joined);
  await recordMoved(move, readable, results, moved);
  const userIds = new Set<string>();
  const sharedIds = new Set<string>();
  for (const { id } of results.values()) (userIds.has(id) ? sharedIds : userIds).add(id);
  return {
    staff: readable.flatMap(({ row, email }) => toStaff(row, email, results.get(row.id))),
    userIds: [...userIds],
    sharedIds: [...sharedIds],
  };
}

async function reportJoined(
  { tx, findings }: Move,
  joined: readonly Omit<Joined, 'intoEmail' | 'intoName'>[],
): Promise<void> {
  const ids = joined.map(({ intoId }) => intoId);
  const rows = await tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const one of joined) {
    const into = byId.get(one.intoId);
    findings.joined.push({ ...one, intoEmail: into?.email ?? '', intoName: into?.name ?? '' });
  }
}

function toStaff(row: EarlierUser, email: string, result: MoveResult | undefined): StaffMember[] {
  if (!result || !STAFF.includes(row.role)) return [];
  const { name, role, status, emailVerified } = row;
  return [{ email, name, role, status, isVerified: emailVerified, isJoined: result.kind === 'joined' }];
}

function withAddress(move: Move, row: EarlierUser): { row: EarlierUser; email: string }[] {
  const subject = { table: TABLE, id: row.id, about: row.email };
  const email = row.email.trim().toLowerCase();
  if (!isEmail(email)) {
    move.findings.refuse({
      ...subject,
      field: 'email',
      before: row.email,
      reason: 'Not an address that mail reaches',
    });
    return [];
  }
  return [{ row, email }];
}

// Among accounts with one address the first wins: verified, then active, then oldest.
function byStanding({ row: one }: { row: EarlierUser }, { row: other }: { row: EarlierUser }): number {
  return (
    Number(other.emailVerified) - Number(one.emailVerified) ||
    Number(other.status === 'ACTIVE') - Number(one.status === 'ACTIVE') ||
    (one.createdAt < other.createdAt ? -1 : Number(one.createdAt > other.createdAt)) ||
    (one.id < other.id ? -1 : 1)
  );
}

interface Known {
  reserved: ReadonlySet<string>;
  present: { ids: Set<string>; byEmail: Map<string, Joinable> };
  moved: Map<string, Joinable | null>;
  byAddress: Map<string, MoveResult>;
}

async function decideResult(
  move: Move,
  subject: Subject,
  email: string,
  { reserved, present, moved, byAddress }: Known,
): Promise<MoveResult | null> {
  const id = move.cleaner.plainId(TABLE, subject.id);
  if (present.ids.has(id)) return { kind: 'here', id };
  const there = moved.has(id) ? moved.get(id) : present.byEmail.get(email);
  if (there === null) {
    move.findings.refuse({
      ...subject,
      reason: 'Moved in by an earlier run, and its account was deleted since',
    });
    return null;
  }
  if (there) {
    if (there.isVerified) return { kind: 'joined', id: there.id, with: 'an account that was here' };
    move.findings.refuse({ ...subject, field: 'email', reason: 'The address here is not verified' });
    return null;
  }
  const other = byAddress.get(email);
  if (other) return other;
  if (reserved.has(email)) {
    move.findings.refuse({
      ...subject,
      field: 'email',
      reason: 'The owner of this address here may still take it back',
    });
    return null;
  }
  return { kind: 'new', id };
}

async function findPresentAccounts(
  tx: Database,
  readable: readonly { row: EarlierUser; email: string }[],
): Promise<Known['present']> {
  const isById = isOneOf(
    users.id,
    readable.map(({ row }) => row.id),
  );
  const isByAddress = isOneOf(
    users.email,
    readable.map(({ email }) => email),
  );
  const rows = await tx
    .select({ id: users.id, email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(or(isById, isByAddress));
  return {
    ids: new Set(rows.map(({ id }) => id)),
    byEmail: new Map(
      rows.map(({ id, email, verifiedAt }) => [email, { id, isVerified: verifiedAt !== null }]),
    ),
  };
}

// Maps ids of an earlier run to the account they were joined into; null when it is deleted.
async function findMoved(tx: Database, ids: readonly string[]): Promise<Map<string, Joinable | null>> {
  const rows = await queryRows<{ id: string; joined: string | null; is_verified: boolean }>(
    tx,
    sql`select a.target_user_id as id, u.id as joined, u.email_verified_at is not null as is_verified
      from json_array_elements_text(${JSON.stringify(ids)}::json) given(id)
      join audit_log a on a.target_user_id = given.id and a.action = ${MOVED_IN}
      left join users u on u.id = a.evidence::jsonb ->> 'joinedWith'`,
  );
  return new Map(
    rows.map(({ id, joined, is_verified }) => [
      id,
      joined === null ? null : { id: joined, isVerified: is_verified },
    ]),
  );
}

async function insertAccounts(
  move: Move,
  newAccounts: readonly { row: EarlierUser; email: string; id: string }[],
): Promise<void> {
  const unusable = await hashPassword(createToken());
  const olids = await assignOlids(move, newAccounts);
  const rows = newAccounts.map(({ row, email, id }) => {
    const { cleaner } = move;
    const subject = { table: TABLE, id: row.id, about: email };
    cleaner.id(subject);
    if (row.email !== email)
      cleaner.changed(subject, 'email', row.email, email, 'Addresses are in lower case');
    const { createdAt, updatedAt } = cleaner.stamps(subject, row);
    const [localPart = ''] = email.split('@');
    return {
      id,
      email,
      passwordHash: toPasswordHash(move, subject, row.password, unusable),
      name: cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: localPart }),
      role: row.role,
      status: row.status,
      ...toProfile(move, subject, row),
      olid: olids.get(row.id) ?? null,
      migratedToV2At: row.migratedToV2 ? updatedAt : null,
      emailVerifiedAt: row.emailVerified ? createdAt : null,
      currentCohortId: toCurrentCohort(move, row),
      // The old database has no approval date.
      approvedAt: row.status === 'PENDING' ? null : updatedAt,
      createdAt,
      updatedAt,
    };
  });
  await insertCounted(move, TABLE, users, rows);
  await setApprovers(move, newAccounts);
}

// Runs after all accounts exist, because an approver may come after the approved account.
async function setApprovers(
  { tx, ids }: Move,
  newAccounts: readonly { row: EarlierUser; id: string }[],
): Promise<void> {
  const approved = newAccounts.flatMap(({ row, id }) => {
    const by = ids.get(TABLE)?.get(row.approvedById ?? '');
    return by ? [{ id, by }] : [];
  });
  await tx.execute(sql`
    update users u set approved_by_id = given.by
    from json_to_recordset(${JSON.stringify(approved)}::json) as given(id text, by text) where u.id = given.id`);
}

/** Finding for a bcrypt hash that is too slow to compare at sign-in. */
export const HASH_TOO_SLOW = 'A bcrypt hash above cost 12: set a new one by mail';

function toPasswordHash({ cleaner }: Move, subject: Subject, password: string, unusable: string): string {
  if (readEarlierCost(password) !== null) return password;
  const reason = isTooCostly(password)
    ? HASH_TOO_SLOW
    : 'Not a hash that can be compared: set a new one by mail';
  cleaner.changed(subject, 'password', null, null, reason);
  return unusable;
}

function toProfile({ cleaner }: Move, subject: Subject, row: EarlierUser) {
  const short = (value: string) => lengthOf(value) <= HANDLE_MAX_LENGTH;
  const handle = (field: HandleField) =>
    cleaner.fitting(subject, field, row[field], {
      fits: (value) => short(value) && readHandle(field, value) !== null,
      clean: (value) => readHandle(field, value) ?? cleanText(value),
      reason: 'No handle of that site',
    });
  const isYear = row.graduationYear === null || isGraduationYear(row.graduationYear);
  if (!isYear)
    cleaner.changed(subject, 'graduationYear', row.graduationYear, null, 'Not a year of graduation');
  return {
    institute: cleaner.optional(subject, 'institute', row.institute, { max: NAME_MAX_LENGTH }),
    department: cleaner.optional(subject, 'department', row.department, { max: NAME_MAX_LENGTH }),
    graduationYear: isYear ? row.graduationYear : null,
    studentId: cleaner.optional(subject, 'studentId', row.studentId, { max: STUDENT_ID_MAX_LENGTH }),
    phoneNumber: cleaner.fitting(subject, 'phoneNumber', row.phoneNumber, {
      fits: isPhoneNumber,
      reason: 'Not a phone number',
    }),
    portfolioUrl: cleaner.url(subject, 'portfolioUrl', row.portfolioUrl),
    linkedinUrl: cleaner.url(subject, 'linkedinUrl', row.linkedinUrl),
    twitterHandle: handle('twitterHandle'),
    githubUsername: handle('githubUsername'),
    kaggleUsername: handle('kaggleUsername'),
    discordUsername: cleaner.fitting(subject, 'discordUsername', row.discordUsername, {
      fits: short,
      reason: `At most ${HANDLE_MAX_LENGTH} characters`,
    }),
  };
}

function toCurrentCohort({ ids }: Move, row: EarlierUser): string | null {
  return ids.get('cohorts')?.get(row.currentCohortId ?? '') ?? null;
}

// Joined accounts get a second entry under their earlier id, for the next run.
async function recordMoved(
  { tx, cleaner }: Move,
  readable: readonly { row: EarlierUser }[],
  results: ReadonlyMap<string, MoveResult>,
  moved: ReadonlyMap<string, Joinable | null>,
): Promise<void> {
  const none = { actor_id: null, description: null, ip_address: null, request_id: null, action: MOVED_IN };
  const entries = readable.flatMap(({ row }): WrittenEntry[] => {
    const result = results.get(row.id);
    const earlierId = cleaner.plainId(TABLE, row.id);
    if (!result || result.kind === 'here' || moved.has(earlierId)) return [];
    if (result.kind === 'new') {
      const rights = { role: row.role, status: row.status };
      const json = JSON.stringify(rights);
      const evidence = JSON.stringify(toEvidence(MOVED_IN, rights));
      return [{ ...none, target_user_id: result.id, metadata: json, evidence }];
    }
    return [
      { ...none, target_user_id: result.id, metadata: null, evidence: null },
      // `evidence`, because the sweep blanks other details of ids without an account.
      {
        ...none,
        target_user_id: earlierId,
        metadata: null,
        evidence: JSON.stringify({ joinedWith: result.id }),
      },
    ];
  });
  for (let from = 0; from < entries.length; from += ENTRIES) {
    await insertEntries(tx, entries.slice(from, from + ENTRIES));
  }
}

/** Invalidates remaining bcrypt passwords, whose owners reset them by mail. Returns their number. */
export async function endEarlierPasswords(db: Database): Promise<number> {
  const unusable = await hashPassword(createToken());
  const ended = await db
    .update(users)
    .set({ passwordHash: unusable })
    .where(like(users.passwordHash, '$2%'))
    .returning({ id: users.id });
  return ended.length;
}
