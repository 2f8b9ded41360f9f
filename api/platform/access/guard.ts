import { type Account, decideAccess, rolesFor } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

/** Runs before the body is validated. `readRaw` returns the raw body, for calls that name the league there. */
export type Guard<Params = object, Own = unknown> = (asked: {
  actor: Actor;
  params: Params;
  own: Own;
  readRaw: () => Promise<Record<string, unknown>>;
}) => Promise<void>;

export function requireAccess(account: Account, call: Pick<Call, 'access'>): void {
  const decision = decideAccess(account, call.access);
  if (decision.allowed) return;
  const required = rolesFor(call.access);
  const extras = required.length > 0 ? { required, current: account.role } : {};
  throw new ApiError(ERRORS[decision.reason as keyof typeof ERRORS], { extras });
}
