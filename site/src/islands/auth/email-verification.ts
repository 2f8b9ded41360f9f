import { atom, type ReadableAtom } from 'nanostores';
import {
  OTP_LENGTH,
  RESEND_COUNTDOWN_SECONDS,
  VERIFICATION_RESEND_SECONDS,
  VERIFIED_REDIRECT_MS,
} from '#contract/constants.ts';
import type { VERIFICATION_ERRORS } from '#contract/otp.ts';
import { sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { isOtp } from '#contract/otp-format.ts';
import { type Clock, systemClock } from '../shared/clock/clock.ts';
import { createCountdown } from '../shared/clock/countdown.ts';
import { toAttemptsRemaining, withAttempts } from '../shared/form/error-details.ts';
import { createForm, type Form } from '../shared/form/form.ts';
import { callApi } from '../shared/http/api.ts';
import { createMailWatch, type MailWatch } from '../shared/mail/mail-state.ts';
import { readStored, removeStored, writeStored } from '../shared/offline/storage.ts';
import { causeOf, withErrorText } from '../shared/session/account-flow.ts';
import { browserNavigation, DASHBOARD_PATH, type Navigation } from '../shared/session/return-path.ts';
import { $session, reloadUser } from '../shared/session/session.ts';

interface VerificationState {
  isVerified: boolean;
  isSending: boolean;
  notice: string | null;
  failure: string | null;
  /** Until another code can be requested; 0 means now. */
  secondsLeft: number;
  resends: number;
}

export interface EmailVerificationScreen {
  $verification: ReadableAtom<VerificationState>;
  form: Form<{ otp: string }>;
  mail: MailWatch;
  /** Sends the first code once; a reload continues the countdown. */
  start(): Promise<void>;
  resend(): Promise<void>;
  stop(): void;
}

const RECENTLY_SENT: keyof typeof VERIFICATION_ERRORS = 'OTP_RECENTLY_SENT';
const ALREADY_VERIFIED: keyof typeof VERIFICATION_ERRORS = 'ALREADY_VERIFIED';
const OTP_INVALID: keyof typeof VERIFICATION_ERRORS = 'OTP_INVALID';
const SEND_FAILED = 'Failed to send OTP. Please try again.';
const VERIFY_FAILED = 'OTP verification failed. Please try again.';
const CODE_SENT = 'A 6-digit code is being sent to your email.';
const NEW_CODE_SENT = 'We sent a new code. The earlier one no longer works.';
const CODE_REFUSED = 'That code is wrong or has expired.';
const MAIL_KIND = 'EMAIL_VERIFICATION';
const SENT_AT_KEY = 'verificationSentAt';

export function createEmailVerification(
  navigation: Navigation = browserNavigation,
  clock: Clock = systemClock,
): EmailVerificationScreen {
  const $verification = atom<VerificationState>({
    isVerified: false,
    isSending: false,
    notice: null,
    failure: null,
    secondsLeft: 0,
    resends: 0,
  });
  const patch = (changes: Partial<VerificationState>) =>
    $verification.set({ ...$verification.get(), ...changes });
  const mail = createMailWatch(MAIL_KIND, clock);
  let isStarted = false;
  /** Null if unknown, or if the server asked for a longer wait. */
  let sentAt: number | null = null;
  const countdown = createCountdown(clock, (secondsLeft) => patch({ secondsLeft }));

  // Waits longer than the server does (docs/security.md P10), in every tab.
  const waitFrom = (moment: number) => {
    sentAt = moment;
    writeStored('session', sentAtKey(), String(moment));
    countdown.start(moment + RESEND_COUNTDOWN_SECONDS * 1000);
  };

  const endWaitEarly = () => {
    if (sentAt !== null) countdown.start(sentAt + VERIFICATION_RESEND_SECONDS * 1000);
  };

  const send = async () => {
    patch({ isSending: true, failure: null });
    try {
      await withErrorText(SEND_FAILED, () => callApi(sendVerificationOtp));
      const { resends } = $verification.get();
      if (sentAt === null) patch({ notice: CODE_SENT });
      else patch({ notice: NEW_CODE_SENT, resends: resends + 1 });
      form.change('otp', '');
      mail.watch();
      waitFrom(clock.now());
    } catch (error) {
      const failure = causeOf(error);
      if (failure?.code === ALREADY_VERIFIED) await enter();
      else if (failure?.status === 429) {
        // That code stays valid (docs/api.md 1.3).
        patch({ notice: failure.message });
        mail.watch();
        const secondsLeft = failure.retryAfter ?? VERIFICATION_RESEND_SECONDS;
        if (failure.code === RECENTLY_SENT)
          waitFrom(clock.now() - (VERIFICATION_RESEND_SECONDS - secondsLeft) * 1000);
        else {
          sentAt = null;
          countdown.start(clock.now() + secondsLeft * 1000);
        }
      } else patch({ failure: toText(error, SEND_FAILED) });
    } finally {
      patch({ isSending: false });
    }
  };

  const enter = async () => {
    countdown.stop();
    mail.stop();
    removeStored('session', sentAtKey());
    patch({ isVerified: true });
    const redirect = new Promise<void>((resolve) => {
      clock.after(VERIFIED_REDIRECT_MS, () => {
        navigation.replace(DASHBOARD_PATH);
        resolve();
      });
    });
    await Promise.all([redirect, reloadUser()]);
  };

  const form = createForm<{ otp: string }>({
    initial: { otp: '' },
    validate: ({ otp }): { otp?: string } => {
      if (!otp) return { otp: 'OTP is required' };
      return isOtp(otp) ? {} : { otp: `OTP must be ${OTP_LENGTH} digits` };
    },
    submit: async ({ otp }) => {
      try {
        await withErrorText(VERIFY_FAILED, () => callApi(verifyEmailOtp, { body: { otp } }));
      } catch (error) {
        const failure = causeOf(error);
        if (toAttemptsRemaining(failure) === 0) endWaitEarly();
        if (failure?.code !== ALREADY_VERIFIED) throw error;
      }
      void enter();
      return 'leaving';
    },
    describe: (error) => {
      const failure = causeOf(error);
      return failure?.code === OTP_INVALID
        ? withAttempts(CODE_REFUSED, failure)
        : toText(error, VERIFY_FAILED);
    },
  });

  return {
    $verification,
    form,
    mail,
    start: async () => {
      if (isStarted) return;
      isStarted = true;
      const kept = Number(readStored('session', sentAtKey()));
      const isCounting = kept <= clock.now() && clock.now() < kept + RESEND_COUNTDOWN_SECONDS * 1000;
      if (!isCounting) return send();
      patch({ notice: CODE_SENT });
      mail.watch();
      waitFrom(kept);
    },
    resend: async () => {
      const { isSending, secondsLeft, isVerified } = $verification.get();
      if (!isSending && secondsLeft === 0 && !isVerified) await send();
    },
    stop: () => {
      countdown.stop();
      mail.stop();
    },
  };
}

function toText(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

// Kept per account and tab, so that a reload sends no second code.
const sentAtKey = () => `${SENT_AT_KEY}:${$session.get().user?.id ?? ''}`;
