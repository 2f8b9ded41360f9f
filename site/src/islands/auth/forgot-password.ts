import { atom, type ReadableAtom } from 'nanostores';
import { getResetStatus, type RESET_ERRORS, sendResetOtp } from '#contract/otp.ts';
import { createForm, type Form, UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, NETWORK_FAILED, toMessage } from '../shared/http/api.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import type { MailText } from '../shared/mail/mail-state.ts';
import { serverText } from '../shared/session/account-flow.ts';
import { browserNavigation, type Navigation } from '../shared/session/return-path.ts';
import { toDomainMailText } from './domain-mail.ts';

interface ForgotPasswordValues {
  email: string;
}

export interface ForgotPasswordScreen extends Form<ForgotPasswordValues> {
  $codeEntry: ReadableAtom<string | null>;
  $mail: ReadableAtom<MailText | null>;
}

const WAIT: keyof typeof RESET_ERRORS = 'RESET_WAIT';

export function createForgotPassword(navigation: Navigation = browserNavigation): ForgotPasswordScreen {
  const toCodeEntry = (email: string) => `/reset-password?email=${encodeURIComponent(email)}`;
  const $codeEntry = atom<string | null>(null);
  const $mail = atom<MailText | null>(null);

  const showCodeStatus = async (email: string) => {
    $codeEntry.set(toCodeEntry(email));
    try {
      const status = await callApi(getResetStatus, { query: { email } });
      if ($codeEntry.get() === toCodeEntry(email)) $mail.set(toDomainMailText(email, status));
    } catch {
      // The RESET_WAIT error already says that a code is on its way.
    }
  };

  const form = createForm<ForgotPasswordValues>({
    initial: { email: '' },
    validate: ({ email }) => (email.trim() ? {} : { email: 'Email is required' }),
    submit: async (values) => {
      const email = values.email.trim();
      $codeEntry.set(null);
      $mail.set(null);
      try {
        await callApi(sendResetOtp, {
          body: { email },
          headers: browserHeader(),
        });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === WAIT) void showCodeStatus(email);
        throw error;
      }
      navigation.go(toCodeEntry(email));
      // The Back button restores this page, so the form must not stay busy.
      return 'staying';
    },
    describe: toSendFailure,
  });
  return { ...form, $codeEntry, $mail };
}

function toSendFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.kind === 'network') return NETWORK_FAILED;
  if (error instanceof ApiFailure && error.status === 429) return toMessage(error, UNEXPECTED_FAILURE);
  return serverText(error) ?? UNEXPECTED_FAILURE;
}
