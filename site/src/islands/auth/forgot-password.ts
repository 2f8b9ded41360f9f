import { sendResetOtp } from '#contract/codes.ts';
import { serverText } from '../shared/account-flow.ts';
import { ApiFailure, callApi, NETWORK_FAILED } from '../shared/api.ts';
import { createForm, type Form, UNEXPECTED_FAILURE } from '../shared/form.ts';
import { browserNavigation, type Navigation } from '../shared/navigation.ts';

export interface ForgotPasswordValues {
  email: string;
}

/** The forgot-password screen (FORGOT-01 to FORGOT-06). */
export function createForgotPassword(navigation: Navigation = browserNavigation): Form<ForgotPasswordValues> {
  return createForm<ForgotPasswordValues>({
    initial: { email: '' },
    validate: ({ email }) => (email.trim() ? {} : { email: 'Email is required' }),
    submit: async (values) => {
      const email = values.email.trim();
      await callApi(sendResetOtp, { body: { email } });
      navigation.go(`/reset-password?email=${encodeURIComponent(email)}`);
      // Back brings the form again, ready for another address.
      return 'staying';
    },
    describe: toSendFailure,
  });
}

function toSendFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.kind === 'network') return NETWORK_FAILED;
  return serverText(error) ?? UNEXPECTED_FAILURE;
}
