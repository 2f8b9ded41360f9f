import { type Account, decideAccess, rolesFor } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

/** Throws before the body is judged. `readRaw` gives the unchecked body for calls that name the league there. */
export type Guard<Params = object, Own = unknown> = (asked: {
  actor: Actor;
  params: Params;
  /** What was read with the session. */
  own: Own;
  readRaw: () => Promise<Record<string, unknown>>;
}) => Promise<void>;

/** Throws the refusal of `decideAccess` (docs/api.md 0.2). */
export function requireAccess(account: Account, call: Pick<Call, 'access'>): void {
  const decision = decideAccess(account, call.access);
  if (decision.allowed) return;
  const required = rolesFor(call.access);
  const extras = required.length > 0 ? { required, current: account.role } : {};
  throw new ApiError(ERRORS[decision.reason as keyof typeof ERRORS], { extras });
}
