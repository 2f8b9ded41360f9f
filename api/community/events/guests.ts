import { eq } from 'drizzle-orm';
import type { BodyOf, DataOf } from '#contract/call.ts';
import { RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { EVENT_ERRORS, type registerGuest, type sendGuestCode } from '#contract/events.ts';
import { checkCode, refundGuessOnError, requireRightCode, useCode } from '../../accounts/otp/codes.ts';
import { limitCheck } from '../../accounts/otp/limits.ts';
import { sendCode } from '../../accounts/otp/send-code.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { eventRegistrations } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { toRegistrationToken } from './link.ts';
import { findEvent, readRegistration, requireOpen } from './offers.ts';
import { register, turns } from './registrations.ts';

const KIND = 'EVENT_GUEST';

/** Throws GUEST_CODE_WAIT, TOO_MANY_REQUESTS and the errors of `requireGuests`. */
export async function mailGuestCode(
  deps: Deps,
  eventId: string,
  { name, email }: BodyOf<typeof sendGuestCode>,
  requestInfo: RequestInfo,
): Promise<DataOf<typeof sendGuestCode>> {
  const { title } = await requireGuests(deps.db, eventId);
  const asked = { kind: KIND, email, userId: null, resendSeconds: RESET_RESEND_SECONDS } as const;
  return sendCode(deps, asked, {
    requestInfo,
    tooSoon: EVENT_ERRORS.GUEST_CODE_WAIT,
    queue: (inTx, { code }) =>
      queueMail(inTx, KIND, { id: null, email }, { name, code, event: title, eventId }),
  });
}

/** The code proves the address, so that it also opens the registration of its account. */
export async function addGuest(
  deps: Deps,
  eventId: string,
  { code, ...guest }: BodyOf<typeof registerGuest>,
  requestInfo: RequestInfo,
): Promise<DataOf<typeof registerGuest>> {
  const { db, secret } = deps;
  const { email } = guest;
  await requireGuests(db, eventId);
  await limitCheck(deps, requestInfo);
  const right = await requireRightCode(
    db,
    await checkCode(db, secret, { kind: KIND, email, code }),
    { actorId: null, targetUserId: null, kind: KIND, requestInfo },
    {
      wrong: EVENT_ERRORS.GUEST_CODE_WRONG,
      spent: EVENT_ERRORS.GUEST_CODE_SPENT,
      none: EVENT_ERRORS.GUEST_CODE_EXPIRED,
    },
  );
  const id = await refundGuessOnError(right, () =>
    turns.take(eventId, () =>
      inTransaction(db, async (tx) => {
        const isFirst = await useCode(tx, secret, { kind: KIND, email, code });
        if (!isFirst) throw new ApiError(EVENT_ERRORS.GUEST_CODE_EXPIRED);
        return register({ ...deps, db: tx }, eventId, { guest });
      }),
    ),
  );
  const read = await readRegistration(db, eq(eventRegistrations.id, id));
  return { ...read, token: toRegistrationToken(secret, id) };
}

/** Throws EVENT_AUDIENCE_REFUSED, EVENT_NOT_FOUND and the errors of `requireOpen`. */
async function requireGuests(db: Database, eventId: string): Promise<{ title: string }> {
  const event = await findEvent(db, eventId);
  requireOpen(event);
  if (event.audience !== 'EVERYONE') throw new ApiError(EVENT_ERRORS.EVENT_AUDIENCE_REFUSED);
  return event;
}
