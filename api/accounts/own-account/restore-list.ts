import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Database, queryRows, toIso } from '../../platform/db/client.ts';
import type { Config } from '../../platform/process/env.ts';
import { StartError } from '../../platform/process/start-error.ts';

const CREDENTIALS = [
  ...['PASSWORD_CHANGED', 'PASSWORD_RESET_COMPLETED', 'PASSWORD_ENDED', 'SIGN_IN_REPORTED', 'PASSKEY_ADDED'],
  ...['PASSKEY_REMOVED', 'PASSKEYS_RESET', 'RECOVERY_CODES_REPLACED', 'IDENTITY_CONFIRMED'],
];
const ACTIONS = [
  ...['USER_STATUS_CHANGED', 'USER_CLOSED', 'USER_DELETED', 'USER_ROLE_CHANGED', 'USER_EMAIL_CHANGED'],
  ...['PATHFINDER_SCOPE_ASSIGNED', 'PATHFINDER_SCOPE_UPDATED', 'PATHFINDER_SCOPE_DELETED'],
  'PUBLIC_PAGE_SAVED',
  ...CREDENTIALS,
];

// Contains ids only, no personal data.
const ListEntry = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  accountId: z.string(),
  evidence: z.nullable(z.record(z.string(), z.unknown())),
});
export type ListEntry = z.infer<typeof ListEntry>;

export const isCredentialChange = ({ action }: ListEntry) => CREDENTIALS.includes(action);
export const isPageChange = ({ action }: ListEntry) => action === 'PUBLIC_PAGE_SAVED';

/** Includes the time, because a restored copy reuses the ids of lost entries. */
export const toKey = ({ id, at, action }: ListEntry) => `${id} ${at} ${action}`;

/** Kept outside the database, so that it survives a restore. */
export const toListFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'restore-list.jsonl');

export async function readEntries(db: Database, since = new Date(0)): Promise<ListEntry[]> {
  const rows = await queryRows<{
    id: number;
    at: string | Date;
    action: string;
    accountId: string;
    evidence: string | null;
  }>(
    db,
    // Of the identity proofs, only recovery codes are used up.
    sql`select id::float8 as id, created_at as at, action, target_user_id as "accountId", evidence from audit_log
      where action in ${ACTIONS} and target_user_id is not null and created_at >= ${since.toISOString()}::timestamptz
        and (action <> 'IDENTITY_CONFIRMED' or metadata like '%"by":"recovery code"%')
      order by created_at, id`,
  );
  return rows.map(({ evidence, ...row }) => ({
    ...row,
    id: Number(row.id),
    at: toIso(row.at),
    evidence: evidence ? JSON.parse(evidence) : null,
  }));
}

/** Returns null without a file. Throws StartError for a file of another format. */
export async function readList(file: string): Promise<ListEntry[] | null> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const entries = new Map<string, ListEntry>();
  for (const [index, line] of text.split('\n').entries()) {
    const parsed = ListEntry.safeParse(toJson(line));
    if (parsed.success) entries.set(toKey(parsed.data), parsed.data);
    else if (line !== '' && !line.startsWith('{"id":'))
      throw new StartError(`Line ${index + 1} of ${file} is no entry of the list.`);
  }
  return [...entries.values()];
}

// A power cut may leave a torn line, whose entry the writer appended again.
function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Long transactions write entries with an earlier time.
const OVERLAP_MS = 3_600_000;

/** The first run of the returned function compares the whole log, later ones the last hour. */
export function createListWriter(db: Database, file: string): () => Promise<void> {
  let known: Set<string> | undefined;
  let since: Date | undefined;
  return async () => {
    const startedAt = Date.now();
    const entries = await readEntries(db, since);
    known ??= new Set((await readList(file))?.map(toKey));
    const added = entries.filter((entry) => !known?.has(toKey(entry)));
    if (added.length > 0) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Starts with a line break, to end a line torn by a power cut.
      const lines = added.map((entry) => `\n${JSON.stringify(entry)}`).join('');
      await appendFile(file, lines, { mode: 0o600, flush: true });
    }
    known = new Set(entries.map(toKey));
    since = new Date(startedAt - OVERLAP_MS);
  };
}
