import { atom, type ReadableAtom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import { OTP_LENGTH } from '#contract/constants.ts';
import { getResetStatus, type RESET_ERRORS, resetPassword, verifyResetOtp } from '#contract/otp.ts';
import { isOtp } from '#contract/otp-format.ts';
import { type NewPassword, validateNewPassword } from '../shared/account/new-password.ts';
import { type Clock, systemClock } from '../shared/clock/clock.ts';
import { toFieldErrors, withAttempts } from '../shared/form/error-details.ts';
import { createForm, type FieldErrors, type Form, UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, callApiForReply, toMessage } from '../shared/http/api.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import type { MailText } from '../shared/mail/mail-state.ts';
import { browserNavigation, type Navigation } from '../shared/session/return-path.ts';
import { toDomainMailText } from './domain-mail.ts';

interface ResetPasswordValues extends NewPassword {
  otp: string;
}

export interface ResetState {
  email: string | null;
  doneMessage: string | null;
  /** Null if the user types a code. */
  link: 'checking' | 'good' | 'ended' | 'failed' | null;
  /** Expiry of the code; 'ended' for an expired one seen here, 'none' without one, null while unknown. */
  codeUntil: string | 'ended' | 'none' | null;
}

type ResetStatus = DataOf<typeof getResetStatus>;

/** Delivery status may change within minutes, and a code is valid for ten. */
const POLL_EVERY_MS = 15_000;

export interface ResetPasswordScreen {
  $reset: ReadableAtom<ResetState>;
  /** Null without a known code. */
  $mail: ReadableAtom<MailText | null>;
  form: Form<ResetPasswordValues>;
  /** Redirects to /forgot-password without an email address or a link's secret. */
  start(search: string, hash?: string): void;
  checkLink(): Promise<void>;
  stop(): void;
}

const PASSWORD_CHANGED = 'You can sign in with your new password now.';

function validateReset(values: ResetPasswordValues, isLink: boolean): FieldErrors<ResetPasswordValues> {
  return {
    ...(isLink || isOtp(values.otp) ? {} : { otp: `Please enter a valid ${OTP_LENGTH}-digit OTP.` }),
    ...validateNewPassword(values),
  };
}

export function createResetPassword(
  navigation: Navigation = browserNavigation,
  clock: Clock = systemClock,
): ResetPasswordScreen {
  const $reset = atom<ResetState>({
    email: null,
    doneMessage: null,
    link: null,
    codeUntil: null,
  });
  const $mail = atom<MailText | null>(null);
  let token: string | null = null;
  let stopAsking = () => {};
  const patch = (changes: Partial<ResetState>) => $reset.set({ ...$reset.get(), ...changes });

  const form = createForm<ResetPasswordValues>({
    initial: { otp: '', newPassword: '', confirmPassword: '' },
    validate: (values) => validateReset(values, token !== null),
    submit: async ({ otp, newPassword }) => {
      const email = $reset.get().email ?? '';
      try {
        const reply = await callApiForReply(resetPassword, {
          body: { email, newPassword, ...(token === null ? { otp } : { token }) },
          headers: browserHeader(),
        });
        stopAsking();
        patch({ doneMessage: reply.message || PASSWORD_CHANGED });
      } catch (error) {
        if (token !== null && isLinkEnded(error)) patch({ link: 'ended' });
        const fault = toFieldErrors<ResetPasswordValues>(error, { newPassword: /^password/i });
        if (!fault) throw error;
        form.refuse(fault);
        return 'staying';
      }
      return 'staying';
    },
    describe: (error) => withAttempts(toMessage(error, UNEXPECTED_FAILURE), error),
  });

  const ask = async (email: string) => {
    const status = await findStatus(email);
    if (!status) return;
    const isFirstWord = $reset.get().codeUntil === null;
    patch({ codeUntil: status.hasPendingOTP ? status.expiresAt : isFirstWord ? 'none' : 'ended' });
    $mail.set(toDomainMailText(email, status));
    if (!status.hasPendingOTP) stopAsking();
  };

  const checkLink = async () => {
    if (token === null) return;
    patch({ link: 'checking' });
    try {
      await callApi(verifyResetOtp, { body: { email: $reset.get().email ?? '', token } });
      patch({ link: 'good' });
    } catch (error) {
      patch({ link: isLinkEnded(error) ? 'ended' : 'failed' });
    }
  };

  return {
    $reset,
    $mail,
    form,
    checkLink,
    start: (search, hash = '') => {
      const link = new URLSearchParams(hash.slice(1));
      token = link.get('token');
      const email = (token === null ? new URLSearchParams(search) : link).get('email')?.trim();
      if (!email) return navigation.replace('/forgot-password');
      patch({ email });
      if (token !== null) return void checkLink();
      stopAsking();
      stopAsking = clock.every(POLL_EVERY_MS, () => void ask(email));
      void ask(email);
    },
    stop: () => stopAsking(),
  };
}

const ENDED: keyof typeof RESET_ERRORS = 'RESET_OTP_EXPIRED';

const isLinkEnded = (error: unknown) => error instanceof ApiFailure && error.code === ENDED;

/** Answers the same for every address, known or not (docs/security.md P11). */
async function findStatus(email: string): Promise<ResetStatus | null> {
  try {
    return await callApi(getResetStatus, { query: { email } });
  } catch {
    return null;
  }
}
