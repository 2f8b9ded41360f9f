import type { Page } from '@playwright/test';
import {
  allow,
  answer,
  countCalls,
  disconnect,
  expect,
  keepTokens,
  mailedCode,
  NETWORK_GONE,
  paste,
  refusedWith,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';
import { refuse, stopClock } from './learner.ts';

const SEND = '/auth/email-verification/send-verification-otp';
const VERIFY = '/auth/email-verification/verify-email-otp';

const verifyButton = (page: Page) => page.getByRole('button', { name: /^Verify/ });
const resendButton = (page: Page) => page.getByRole('button', { name: /^Resend/ });
const boxes = (page: Page) => page.getByRole('textbox', { name: /digit/i });

/** A migrated account that has not shown its e-mail yet, signed in on the page. */
async function signInUnverified(page: Page): Promise<string> {
  const tokens = await signUpByApi(page.request, { migrated: true });
  await keepTokens(page, tokens);
  return tokens.user.email;
}

test('EMAILV-07 EMAILV-08 EMAILV-11 a pasted code is accepted, and two seconds later the dashboard opens', async ({
  page,
}) => {
  const email = await signInUnverified(page);
  await page.goto('/email-verification');
  const code = await mailedCode(page.request, email);
  // A phone's keyboard offers the code in one piece, without a paste.
  await boxes(page).first().fill('246810');
  await expect(boxes(page).last()).toHaveValue('0');
  await boxes(page).first().click();
  await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(boxes(page).last()).toHaveValue(code.slice(-1));
  await page.keyboard.press('Backspace');
  await expect(boxes(page).last()).toHaveValue('');
  await page.keyboard.press('ArrowLeft');
  await expect(boxes(page).nth(4)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(`x${code.slice(-1)}`);
  await page.clock.install();
  await stopClock(page);
  await verifyButton(page).click();
  const success = page.getByRole('heading', { name: /Email Verified/i });
  await expect(success).toBeVisible();
  await page.clock.runFor(1900);
  await expect(success).toBeVisible();
  await expect(page).toHaveURL(/\/email-verification$/);
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/email-verification/);
});

test('EMAILV-05 EMAILV-06 EMAILV-09 EMAILV-10 faults stand at the boxes; a used-up code says so, frees the resend after a minute, and a new one begins with empty boxes', async ({
  page,
}) => {
  allow(refusedWith(400, 429, 500), NETWORK_GONE);
  const email = await signInUnverified(page);
  await page.clock.install();
  await page.goto('/email-verification');
  const verifies = await countCalls(page, VERIFY);
  // It moves the button, and a click beside that is lost.
  await expect(page.getByRole('link', { name: 'Read it in the outbox' })).toBeVisible();
  await verifyButton(page).click();
  await expect(page.getByText('OTP is required')).toBeVisible();
  await typeCode(page, '123');
  await expect(page.getByText('OTP is required')).toBeHidden();
  await verifyButton(page).click();
  await expect(page.getByText('OTP must be 6 digits')).toBeVisible();
  await expect(boxes(page).first()).toBeFocused();
  expect(verifies).toEqual([]);
  const right = await mailedCode(page.request, email);
  await typeCode(page, right === '111111' ? '222222' : '111111');
  const alert = page.getByRole('alert');
  for (const left of [4, 3, 2, 1]) {
    await verifyButton(page).click();
    await expect(alert).toContainText(`${left} attempts remaining`);
  }
  await expect(resendButton(page)).toHaveText(/4:\d\d/);
  await verifyButton(page).click();
  await expect(alert).toContainText('This code is used up: request a new one.');
  await expect(resendButton(page)).toHaveText(/(0:\d\d|1:00)/);
  await typeCode(page, right);
  await verifyButton(page).click();
  await expect(alert, 'one more guess').toContainText('0 attempts remaining');
  await page.clock.fastForward(61_000);
  await expect(resendButton(page)).toBeEnabled();
  await answer(page, SEND, 200, { success: true, message: 'OTP sent' });
  await resendButton(page).click();
  await expect(page.getByRole('status')).toContainText('We sent a new code.');
  await expect(alert).toBeEmpty();
  for (const box of await boxes(page).all()) await expect(box).toHaveValue('');
  await expect(boxes(page).first()).toBeFocused();
  await expect(resendButton(page)).toHaveText(/[45]:\d\d/);
});

test('ERR-05 a code that could not be sent can be asked for at once', async ({ page }) => {
  allow(refusedWith(400, 429, 500), NETWORK_GONE);
  await signInUnverified(page);
  await disconnect(page, SEND);
  await page.goto('/email-verification');
  await expect(page.getByRole('alert')).toHaveText('Failed to send OTP. Please try again.');
  await expect(page.getByText('spam folder'), 'nothing was sent').toHaveCount(0);
  await expect(resendButton(page)).toBeEnabled();
  await page.unrouteAll();
  await refuse(page, SEND, 500, 'Failed to send verification OTP');
  await resendButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to send verification OTP');
  await page.unrouteAll();
  await resendButton(page).click();
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect(resendButton(page)).toBeDisabled();
  const out = page.getByRole('main').getByRole('link', { name: 'Sign out and start again' });
  await expect(out).toHaveAttribute('href', '/logout');
});
