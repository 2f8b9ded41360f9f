import { sqlStateOf } from '../errors/sql-state.ts';
import { isDiskFull, toDiskFullError } from '../process/disk.ts';
import { StartError } from '../process/start-error.ts';

export const DAMAGED_ADVICE =
  'Nothing was mended: keep a copy of its files as they are, then restore a backup (docs/operations.md, "Backup and restore").';

// SQLSTATEs for missing, truncated or corrupt table files.
const DAMAGED = ['XX001', 'XX002', '58P01', '58030'];

/** Turns errors that the operator can fix into a StartError; returns others unchanged. */
export function toOperatorError(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  if (isDiskFull(error))
    return toDiskFullError((error as NodeJS.ErrnoException).path ?? 'what is to be written');
  const { syscall, path } = error as NodeJS.ErrnoException;
  // Any error code counts: a file in place of a folder is ENOTDIR in one call and EFAULT in another.
  if (path && syscall) return new StartError(`${path} cannot be used (${error.message}).`);
  const state = sqlStateOf(error) ?? '';
  const { message } = error.cause instanceof Error ? error.cause : error;
  if (DAMAGED.includes(state))
    return new StartError(`The files of the database are damaged (${message}). ${DAMAGED_ADVICE}`);
  if (state !== '42501') return error;
  return new StartError(
    `The role may not do that (${message}). Set DATABASE_MIGRATION_URL to the role that owns the tables, or give the rights anew: npm run ops -- roles.`,
  );
}
