import { atom, type ReadableAtom } from 'nanostores';
import { type EVENT_ERRORS, registerGuest, sendGuestCode } from '#contract/events.ts';
import { isOtp } from '#contract/otp-format.ts';
import { toFieldErrors, withAttempts } from '../shared/form/error-details.ts';
import { createForm, UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';
import type { ShownRegistration } from './registration.ts';

interface GuestValues {
  name: string;
  email: string;
  code: string;
}

const WAIT: keyof typeof EVENT_ERRORS = 'GUEST_CODE_WAIT';

export function createGuestForm(eventId: string, onDone: (shown: ShownRegistration) => void) {
  const params = { eventId };
  const $sentTo = atom<string | null>(null);
  const send = async (body: Omit<GuestValues, 'code'>) => {
    try {
      await callApi(sendGuestCode, { params, body });
    } catch (error) {
      // The code that was sent shortly before is still good.
      if (!(error instanceof ApiFailure && error.code === WAIT)) throw error;
    }
    $sentTo.set(body.email);
  };
  const form = createForm<GuestValues>({
    initial: { name: '', email: '', code: '' },
    validate: ({ name, email, code }) => ({
      ...(name.trim() ? {} : { name: 'Name is required' }),
      ...(email.trim() ? {} : { email: 'Email is required' }),
      ...($sentTo.get() === null || isOtp(code) ? {} : { code: 'Enter all digits of the code' }),
    }),
    submit: async ({ code, ...typed }) => {
      const guest = { name: typed.name.trim(), email: typed.email.trim() };
      if ($sentTo.get() === null) await send(guest);
      else onDone(await callApi(registerGuest, { params, body: { ...guest, code } }));
      return 'staying';
    },
    explain: (error) => toFieldErrors<GuestValues>(error, { name: /name/i, email: /email/i }) ?? {},
    describe: (error) => withAttempts(toMessage(error, UNEXPECTED_FAILURE), error),
  });
  return {
    form,
    /** Null until a code was sent. */
    $sentTo: $sentTo as ReadableAtom<string | null>,
    /** Back to name and address, to correct them or to ask for another code. */
    correct: () => {
      form.change('code', '');
      $sentTo.set(null);
    },
  };
}
