import { AUTH_ERRORS } from '#contract/auth.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { IMPORT_REASONS, ImportedAddress, ImportedUser } from '#contract/imports.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { MigrationBody } from '#contract/profile-migration.ts';
import type { Database } from '../../../platform/db/client.ts';
import { LeagueNames } from '../content/locate.ts';
import { type CsvFile, type CsvRow, toNumberCell } from '../csv-file.ts';
import { listRowChanges, makePlan, mapYielding, type Plan, type PlannedRow, validate } from '../plan.ts';
import { type Known, type Roster, readRoster } from './roster.ts';

export interface UserRow extends PlannedRow {
  /** Null for an existing account. */
  account: (ImportedUser & { status: 'ACTIVE' | 'PENDING'; isMigrated: boolean }) | null;
  enrollments: readonly { leagueId: string; leagueName: string; cohortId: string }[];
}

/** A new address gets an account; an existing account is only enrolled (docs/decisions/0027). */
export async function planUsers(
  db: Database,
  csvFile: CsvFile,
  { approveNew }: { approveNew: boolean },
): Promise<Plan<UserRow>> {
  const addresses = await mapYielding(csvFile.rows, ({ values }) =>
    validate(ImportedAddress, { email: values.email ?? '' }),
  );
  const emails = [...new Set(addresses.flatMap(({ value }) => (value ? [value.email] : [])))];
  const roster = await readRoster(db, emails);
  const context: Context = {
    csvFile,
    approveNew,
    roster,
    leagues: new LeagueNames(roster.leagues),
    places: new Map(roster.cohorts.map(({ id, places }) => [id, places])),
    lines: new Map(),
  };
  const rows = await mapYielding(csvFile.rows, (row, index) =>
    planRow(row, addresses[index]?.value?.email ?? null, context),
  );
  return makePlan('users', csvFile, rows, ({ enrollments }) => enrollments);
}

interface Context {
  csvFile: CsvFile;
  approveNew: boolean;
  roster: Roster;
  leagues: LeagueNames<Roster['leagues'][number]>;
  /** Remaining places by cohort after the rows above; null without a limit. */
  places: Map<string, number | null>;
  lines: Map<string, number>;
}

function planRow(row: CsvRow, email: string | null, context: Context): UserRow {
  const { line, values } = row;
  const label = email ?? (values.email || values.name || '');
  const base = { line, label, changes: [], targetId: null, account: null, enrollments: [] };
  const refuse = (...reasons: string[]): UserRow => {
    return { ...base, outcome: 'refused', place: values.name || null, reasons };
  };
  if (row.hasMore) return refuse(IMPORT_REASONS.tooManyCells);
  const first = email === null ? undefined : context.lines.get(email);
  if (first !== undefined) {
    return refuse(IMPORT_REASONS.twice.replace('{line}', String(first)).replace('{thing}', 'person'));
  }
  if (email !== null) context.lines.set(email, line);
  const known = email === null ? null : (context.roster.known.get(email) ?? null);
  if (!known && row.damage.length > 0) return refuse(...row.damage);
  const faults: string[] = [];
  const account = known ? null : readAccount(row, context, faults);
  if (!known && email !== null && context.roster.reserved.has(email))
    faults.push(AUTH_ERRORS.EMAIL_TAKEN.text);
  // An invalid account is refused anyway, so its status does not matter.
  const status = known?.status ?? account?.status ?? 'ACTIVE';
  const enrollments = readEnrollments(values.leagues ?? '', status, known, context, faults);
  if (faults.length > 0) return refuse(...new Set(faults));
  takePlaces(enrollments, context.places);

  const leagues = enrollments.map(({ leagueName }) => leagueName).join('; ');
  const written = account ? { ...account, leagues } : { leagues };
  const { email: _email, name: _name, ...shown } = written as Record<string, unknown>;
  return {
    ...base,
    outcome: account ? 'create' : enrollments.length > 0 ? 'update' : 'unchanged',
    place: known?.name ?? account?.name ?? null,
    changes: listRowChanges('users', null, shown),
    reasons: known && enrollments.length === 0 ? [IMPORT_REASONS.known] : [],
    targetId: known?.id ?? null,
    account,
    enrollments,
  };
}

const PROFILE = [
  'institute',
  'department',
  'studentId',
  'phoneNumber',
  'portfolioUrl',
  'githubUsername',
  'linkedinUrl',
  'twitterHandle',
  'discordUsername',
  'kaggleUsername',
] as const;

// Adds to `faults` and returns null for an invalid account.
function readAccount(
  { values }: CsvRow,
  { csvFile, approveNew }: Context,
  faults: string[],
): UserRow['account'] {
  const profile = PROFILE.filter((field) => csvFile.fields.has(field));
  const { value, fault } = validate(ImportedUser, {
    email: values.email ?? '',
    name: values.name ?? '',
    graduationYear: values.graduationYear ? toNumberCell(values.graduationYear) : null,
    ...Object.fromEntries(profile.map((field) => [field, values[field] || null])),
  });
  if (fault !== null) faults.push(fault);
  const status = (values.status || (approveNew ? 'ACTIVE' : 'PENDING')).toUpperCase();
  const isStatus = status === 'ACTIVE' || status === 'PENDING';
  if (!isStatus) faults.push(IMPORT_REASONS.status);
  // An incomplete profile is asked for at the first sign-in.
  const isMigrated = value !== null && MigrationBody.safeParse(value).success;
  return value && isStatus ? { ...value, status, isMigrated } : null;
}

// A cell may name thousands of unknown leagues.
const FAULTS_MAX = 20;

function readEnrollments(
  cell: string,
  status: string,
  known: Known | null,
  { roster, leagues, places }: Context,
  faults: string[],
): UserRow['enrollments'] {
  const names = splitLeagues(cell, leagues);
  const wanted = new Map<string, Roster['leagues'][number]>();
  for (const name of names) {
    if (faults.length >= FAULTS_MAX) break;
    const { found: league, reason } = leagues.find(name);
    if (!league) faults.push(`${reason}: ${name.trim().slice(0, NAME_MAX_LENGTH)}`);
    else if (!known?.leagueIds.has(league.id)) wanted.set(league.id, league);
  }
  if (wanted.size === 0) return [];
  const cohort =
    roster.cohorts.find(({ id }) => known !== null && id === known.currentCohortId) ?? roster.cohorts[0];
  if (!cohort) faults.push(LEARNING_ERRORS.COHORT_NOT_FOUND.text);
  if (status !== 'ACTIVE') faults.push(toInactiveReason(status, known));
  for (const { isExpired } of wanted.values())
    if (isExpired) faults.push(LEARNING_ERRORS.LEAGUE_EXPIRED.text);
  const left = cohort ? places.get(cohort.id) : null;
  if (typeof left === 'number' && left < wanted.size) faults.push(LEARNING_ERRORS.COHORT_FULL.text);
  return [...wanted.values()].map(({ id, name }) => ({
    leagueId: id,
    leagueName: name,
    cohortId: cohort?.id ?? '',
  }));
}

// Splits at commas only if every part is a league's name and the whole is not.
function splitLeagues(cell: string, leagues: Context['leagues']): string[] {
  if (leagues.find(cell).found) return [cell];
  const names = cell.split(/[;|\n]/).filter((name) => name.trim() !== '');
  return names.flatMap((name) => {
    const parts = name.split(',');
    return !leagues.find(name).found && parts.every((part) => leagues.find(part).found) ? parts : [name];
  });
}

function toInactiveReason(status: string, known: Known | null): string {
  if (!known) return IMPORT_REASONS.newInactive;
  return status === 'PENDING' ? IMPORT_REASONS.waiting : IMPORT_REASONS.inactive;
}

function takePlaces(enrollments: UserRow['enrollments'], places: Map<string, number | null>): void {
  for (const { cohortId } of enrollments) {
    const left = places.get(cohortId);
    if (typeof left === 'number') places.set(cohortId, left - 1);
  }
}
