import type { Page } from '@playwright/test';
import {
  allow,
  answer,
  asGrand,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fetchTokens,
  keepTokens,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { succeed } from './learner.ts';

// Passkeys belong to a host name: a bare address has none.
test.use({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
test.beforeEach(() => allow(refusedWith(403)));

/** A device with a fingerprint reader that always says yes. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true });
const codes = (page: Page) => page.getByRole('alertdialog', { name: 'Save your recovery codes' });
const isSignedIn = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get('/api/auth/profile', { headers })).json();
};

test('P55 P57 staff add a passkey, sign in with it, and prove themselves with it where a password is not enough', async ({
  page,
}) => {
  const { user, password } = await signUpByApi(page.request, {
    migrated: true,
    verified: true,
    approved: true,
  });
  const promoted = await page.request.put('/api/admin/update-role', {
    headers: await asGrand(page.request),
    data: { userId: user.id, newRole: 'CHIEF_PATHFINDER' },
  });
  expect(promoted.status(), await promoted.text()).toBe(200);
  await addAuthenticator(page);
  await keepTokens(page, await fetchTokens(page.request, user.email, password));

  await page.goto('/dashboard/profile#passkeys');
  await expect(card(page)).toContainText('A passkey cannot be guessed');
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('');
  await adding.getByRole('button', { name: 'Continue' }).click();
  await expect(adding).toContainText('Name is required');
  await adding.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await adding.getByRole('button', { name: 'Continue' }).click();

  await expect(codes(page).getByRole('listitem')).toHaveCount(10);
  await page.keyboard.press('Escape');
  await expect(codes(page)).toContainText('Save them first');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await codes(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes(page)).toBeHidden();
  await expect(card(page).getByRole('listitem')).toContainText(['Work laptop']);
  await expect(card(page)).toContainText('10 recovery codes are left');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // From an address without a script: a page that misses its tokens leads on by itself.
  await page.goto('/livez');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).not.toHaveURL(/signin/, { timeout: 30_000 });
  expect((await isSignedIn(page)).data.id).toBe(user.id);

  // Somebody who knows the password alone gets no further with the passkeys.
  // Not before the area stands: while it starts without tokens it leads to the sign-in, and that stops `goto`.
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Dashboard' })).toBeVisible();
  await keepTokens(page, await fetchTokens(page.request, user.email, password));
  await page.goto('/dashboard/profile#passkeys');
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const askForCodes = async () => {
    await card(page).getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expect(proof.getByRole('button', { name: 'Confirm with password' })).toHaveCount(0);
  };
  await askForCodes();
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page).getByRole('alert')).toContainText('Nothing was changed');
  await askForCodes();
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(codes(page).getByRole('listitem')).toHaveCount(10, { timeout: 30_000 });
  await codes(page).getByRole('button', { name: 'I have saved them' }).click();

  await card(page).getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(card(page).getByRole('listitem')).toContainText(['Desk']);
  await card(page).getByRole('button', { name: 'Remove Desk' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(card(page)).toContainText('Desk is removed.');
  await expect(card(page).getByRole('listitem')).toHaveCount(0);
});

test('P57 who proves themselves by password types at once, and without it by a recovery code', async ({
  page,
}) => {
  await keepTokens(page, await signUpByApi(page.request, { migrated: true, verified: true, approved: true }));
  await succeed(page, '/users/me/proof/options', {
    isFresh: false,
    accepts: ['PASSWORD', 'RECOVERY_CODE'],
  });
  await answer(page, '/users/me/passkeys/options', 403, {
    success: false,
    error: 'Confirm that it is you',
    code: 'PROOF_REQUIRED',
    accepts: ['PASSWORD', 'RECOVERY_CODE'],
  });
  await page.goto('/dashboard/profile#passkeys');
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  await proof.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(proof.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
});
