import { DAMAGED_ADVICE } from '#api/platform/db/operator-error.ts';

export interface Finding {
  check: string;
  status: 'ok' | 'warn' | 'fail';
  found: string;
  advice?: string;
}

export type Found = Omit<Finding, 'check'>;

export const ok = (found: string): Found => ({ status: 'ok', found });
export const warn = (found: string, advice: string): Found => ({ status: 'warn', found, advice });
export const fail = (found: string, advice: string): Found => ({ status: 'fail', found, advice });

/** Errors about a damaged database contain their own advice. */
export function toFailure(error: unknown, advice: string): Found {
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const [found, damaged] = message.split(` ${DAMAGED_ADVICE}`);
  return fail(found ?? '', damaged === undefined ? advice : DAMAGED_ADVICE);
}
