import { atom, type ReadableAtom } from 'nanostores';
import { OTP_LENGTH, RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { type EVENT_ERRORS, registerGuest, sendGuestCode } from '#contract/events.ts';
import { isOtp } from '#contract/otp-format.ts';
import { type Clock, systemClock } from '../shared/clock/clock.ts';
import { createCountdown } from '../shared/clock/countdown.ts';
import { toFieldErrors, withAttempts } from '../shared/form/error-details.ts';
import { createForm, type Form, UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';
import type { ShownRegistration } from './registration.ts';

interface CodeState {
  /** Null until a code was sent. */
  sentTo: string | null;
  /** Until another code can be requested; 0 means now. */
  secondsLeft: number;
  isSending: boolean;
  resends: number;
  failure: string | null;
}

interface GuestValues {
  name: string;
  email: string;
}

export interface GuestScreen {
  $code: ReadableAtom<CodeState>;
  /** Name and address; sends the code. */
  details: Form<GuestValues>;
  /** The code; registers. */
  confirmation: Form<{ code: string }>;
  resend(): Promise<void>;
  /** Back to name and address. */
  correct(): void;
  stop(): void;
}

const WAIT: keyof typeof EVENT_ERRORS = 'GUEST_CODE_WAIT';

export function createGuestForm(
  eventId: string,
  onDone: (shown: ShownRegistration) => void,
  clock: Clock = systemClock,
): GuestScreen {
  const params = { eventId };
  const $code = atom<CodeState>({
    sentTo: null,
    secondsLeft: 0,
    isSending: false,
    resends: 0,
    failure: null,
  });
  const patch = (changes: Partial<CodeState>) => $code.set({ ...$code.get(), ...changes });
  const countdown = createCountdown(clock, (secondsLeft) => patch({ secondsLeft }));

  const send = async (body: GuestValues) => {
    try {
      await callApi(sendGuestCode, { params, body });
      countdown.start(clock.now() + RESET_RESEND_SECONDS * 1000);
    } catch (error) {
      // The code that was sent shortly before is still good.
      if (!(error instanceof ApiFailure && error.code === WAIT)) throw error;
      countdown.start(clock.now() + (error.retryAfter ?? RESET_RESEND_SECONDS) * 1000);
    }
  };
  const guest = () => {
    const { name, email } = details.$form.get().values;
    return { name: name.trim(), email: email.trim() };
  };

  const details = createForm<GuestValues>({
    initial: { name: '', email: '' },
    validate: ({ name, email }) => ({
      ...(name.trim() ? {} : { name: 'Name is required' }),
      ...(email.trim() ? {} : { email: 'Email is required' }),
    }),
    submit: async () => {
      await send(guest());
      patch({ sentTo: guest().email, failure: null });
      return 'staying';
    },
    explain: (error) => toFieldErrors<GuestValues>(error, { name: /name/i, email: /email/i }) ?? {},
  });

  const confirmation = createForm<{ code: string }>({
    initial: { code: '' },
    validate: ({ code }): { code?: string } =>
      isOtp(code) ? {} : { code: `Enter the ${OTP_LENGTH} digits of the code` },
    submit: async ({ code }) => {
      const { event, registration, token } = await callApi(registerGuest, {
        params,
        body: { ...guest(), code },
      });
      countdown.stop();
      onDone({ event, registration, token });
      return 'leaving';
    },
    describe: (error) => withAttempts(toMessage(error, UNEXPECTED_FAILURE), error),
  });

  return {
    $code,
    details,
    confirmation,
    resend: async () => {
      const { isSending, secondsLeft, resends } = $code.get();
      if (isSending || secondsLeft > 0) return;
      patch({ isSending: true, failure: null });
      try {
        await send(guest());
        confirmation.change('code', '');
        patch({ isSending: false, resends: resends + 1 });
      } catch (error) {
        patch({ isSending: false, failure: toMessage(error, UNEXPECTED_FAILURE) });
      }
    },
    correct: () => {
      confirmation.change('code', '');
      patch({ sentTo: null, failure: null });
    },
    stop: countdown.stop,
  };
}
