import { atom, type ReadableAtom } from 'nanostores';
import { OTP_LENGTH, VERIFICATION_RESEND_SECONDS } from '#contract/constants.ts';
import { isOtp } from '#contract/otp-format.ts';
import {
  confirmEmailChange,
  getEmailChange,
  type OWN_ACCOUNT_ERRORS,
  requestEmailChange,
} from '#contract/own-account.ts';
import { type Clock, systemClock } from '#site/islands/shared/clock/clock.ts';
import { createCountdown } from '#site/islands/shared/clock/countdown.ts';
import { withAttempts } from '#site/islands/shared/form/error-details.ts';
import { createForm, type Form, UNEXPECTED_FAILURE } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { browserHeader } from '#site/islands/shared/http/browser-secret.ts';
import { createMailWatch, type MailWatch } from '#site/islands/shared/mail/mail-state.ts';
import { reloadUser } from '#site/islands/shared/session/session.ts';

interface EmailChangeState {
  newEmail: string | null;
  secondsLeft: number;
  isSending: boolean;
  notice: string | null;
}

export interface EmailChange {
  $change: ReadableAtom<EmailChangeState>;
  addressForm: Form<{ newEmail: string; currentPassword: string }>;
  codeForm: Form<{ otp: string }>;
  mail: MailWatch;
  start(): Promise<void>;
  /** Returns to the first step if the password is no longer known. */
  resend(): Promise<void>;
  startOver(): void;
  stop(): void;
}

type Reason = keyof typeof OWN_ACCOUNT_ERRORS;
const REASONS = {
  wrong: 'PASSWORD_WRONG',
  unchanged: 'EMAIL_UNCHANGED',
  wait: 'EMAIL_CHANGE_WAIT',
} as const satisfies Record<string, Reason>;
const CODE_SENT = 'If the address can be used, we sent it a 6-digit code.';

export function createEmailChange(
  { onDone }: { onDone: (email: string) => void },
  clock: Clock = systemClock,
): EmailChange {
  const $change = atom<EmailChangeState>({
    newEmail: null,
    secondsLeft: 0,
    isSending: false,
    notice: null,
  });
  const patch = (changes: Partial<EmailChangeState>) => $change.set({ ...$change.get(), ...changes });
  const mail = createMailWatch('EMAIL_CHANGE', clock);
  // The dialog may close during a request; nothing starts after that.
  let isStopped = false;

  const countdown = createCountdown(clock, (secondsLeft) => patch({ secondsLeft }));
  const countDown = (seconds: number) => {
    if (!isStopped) countdown.start(clock.now() + seconds * 1000);
  };
  const waitForCode = (newEmail: string) => {
    if (isStopped) return;
    patch({ newEmail, notice: CODE_SENT });
    codeForm.change('otp', '');
    mail.watch();
  };

  const addressForm = createForm<{ newEmail: string; currentPassword: string }>({
    initial: { newEmail: '', currentPassword: '' },
    validate: ({ newEmail, currentPassword }) => ({
      ...(newEmail.trim() ? {} : { newEmail: 'New email is required' }),
      ...(currentPassword ? {} : { currentPassword: 'Current password is required' }),
    }),
    submit: async (values) => {
      const newEmail = values.newEmail.trim();
      try {
        await callApi(requestEmailChange, {
          body: { newEmail, currentPassword: values.currentPassword },
          headers: browserHeader(),
        });
      } catch (error) {
        const code = error instanceof ApiFailure ? error.code : null;
        if (!(error instanceof ApiFailure) || code === null) throw error;
        if (code === REASONS.wrong) addressForm.refuse({ currentPassword: error.message });
        else if (code === REASONS.unchanged || code === 'INVALID_INPUT') {
          addressForm.refuse({ newEmail: error.message });
        } else throw error;
        return 'staying';
      }
      countDown(VERIFICATION_RESEND_SECONDS);
      waitForCode(newEmail);
      return 'staying';
    },
  });

  const codeForm = createForm<{ otp: string }>({
    initial: { otp: '' },
    validate: ({ otp }): { otp?: string } =>
      isOtp(otp) ? {} : { otp: `Code must be exactly ${OTP_LENGTH} digits` },
    submit: async ({ otp }) => {
      const { email } = await callApi(confirmEmailChange, { body: { otp } });
      mail.stop();
      await reloadUser();
      onDone(email);
      return 'staying';
    },
    describe: (error) => withAttempts(toMessage(error, UNEXPECTED_FAILURE), error),
  });

  return {
    $change,
    addressForm,
    codeForm,
    mail,
    start: async () => {
      isStopped = false;
      // If the pending change cannot be loaded, the form starts over.
      const waiting = await callApi(getEmailChange).catch(() => null);
      if (!waiting?.newEmail || $change.get().newEmail) return;
      const sentAt = Date.parse(waiting.createdAt ?? '');
      const passed = Number.isNaN(sentAt) ? 0 : (clock.now() - sentAt) / 1000;
      countDown(Math.max(0, VERIFICATION_RESEND_SECONDS - passed));
      waitForCode(waiting.newEmail);
    },
    resend: async () => {
      const { newEmail, secondsLeft, isSending } = $change.get();
      const { currentPassword } = addressForm.$form.get().values;
      if (!newEmail || secondsLeft > 0 || isSending) return;
      if (!currentPassword) {
        addressForm.change('newEmail', newEmail);
        patch({ newEmail: null, notice: null });
        return;
      }
      patch({ isSending: true, notice: null });
      try {
        await callApi(requestEmailChange, { body: { newEmail, currentPassword }, headers: browserHeader() });
        countDown(VERIFICATION_RESEND_SECONDS);
        waitForCode(newEmail);
      } catch (error) {
        const failure = error instanceof ApiFailure ? error : null;
        if (failure?.code === REASONS.wait) countDown(failure.retryAfter ?? VERIFICATION_RESEND_SECONDS);
        patch({ notice: failure?.message ?? 'No code was sent. Please try again.' });
      } finally {
        patch({ isSending: false });
      }
    },
    startOver: () => {
      mail.stop();
      patch({ newEmail: null, notice: null });
    },
    stop: () => {
      isStopped = true;
      countdown.stop();
      mail.stop();
    },
  };
}
