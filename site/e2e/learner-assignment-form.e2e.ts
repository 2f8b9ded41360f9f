import type { Page } from '@playwright/test';
import {
  ASSIGNMENT_CALL,
  form,
  imaginaryAssignment,
  imaginarySubmission,
  latest,
  leagueWithAssignment,
  OWN_CALL,
  offer,
  openAssignment,
  panel,
  reachAssignment,
  reopenAssignment,
  SUBMIT_CALL,
  send,
  typeField,
} from './assignment-panel.ts';
import { allow, countCalls, disconnect, expect, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { main, PATH, weeks } from './league-page.ts';
import { actAs, comeOnline, holdBack, messageOn, refuse, succeed } from './learner.ts';

test.describe('an answer that waits on this device', () => {
  test.beforeEach(() => allow(refusedWith(403)));

  const keepRefused = (page: Page) =>
    page.addInitScript(() => {
      const action = {
        id: 'one',
        order: 1,
        lane: 'assignment:assignment-0',
        call: 'submitAssignment',
        params: { assignmentId: 'assignment-0' },
        body: { content: 'Hours of work' },
        leagueId: 'league-0',
        title: 'Build a small thing',
        tries: 1,
        refusal: { status: 403, code: null, message: 'You are not enrolled' },
      };
      localStorage.setItem('unsent:user-abc123:assignment:assignment-0|one', JSON.stringify(action));
    });

  test('ASSIGN-15 ASSIGN-20 is taken back into the form with its words, and stays until they are sent', async ({
    page,
  }) => {
    await keepRefused(page);
    await openAssignment(page);
    const change = panel(page).getByRole('button', { name: 'Change the answer' });
    await change.click();
    await expect(typeField(page)).toBeFocused();
    const text = form(page).getByRole('textbox', { name: 'Submission content' });
    await expect(text).toHaveValue('Hours of work');
    await expect(panel(page)).not.toContainText('Your answer was not accepted');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(panel(page)).toContainText('You are not enrolled');
    await change.click();
    await text.fill('Hours of work, and one more');
    await succeed(page, OWN_CALL, [imaginarySubmission({ content: 'Hours of work, and one more' })]);
    await succeed(page, SUBMIT_CALL, {});
    await send(page).click();
    await expect(form(page)).toHaveCount(0);
    await expect(latest(page)).toContainText('Hours of work, and one more');
    await expect(panel(page)).not.toContainText('Your answer was not accepted');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent'))),
    ).toEqual([]);
  });

  test('ASSIGN-15 is dropped only after a question, and the reader goes on beside it', async ({ page }) => {
    await keepRefused(page);
    await openAssignment(page);
    const question = page.getByRole('alertdialog', { name: 'Drop your answer?' });
    for (const drop of [
      panel(page).getByRole('button', { name: 'Drop the answer' }),
      page.getByRole('button', { name: /^Drop ?: Answer/ }),
    ]) {
      await drop.click();
      await expect(question.getByRole('button', { name: 'Keep answer' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(drop).toBeFocused();
    }
    await expect(panel(page)).toContainText('Hours of work');
    await panel(page).getByRole('button', { name: 'Drop the answer' }).click();
    await question.getByRole('button', { name: 'Drop answer' }).click();
    await expect(panel(page)).not.toContainText('Hours of work');
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(offer(page)).toBeVisible();
  });
});

test.describe('the form', () => {
  test('ASSIGN-10 ASSIGN-11 ASSIGN-12 ASSIGN-13 ASSIGN-14 four kinds, each with its field; content is required; cancel keeps the words', async ({
    page,
  }) => {
    await openAssignment(page);
    await offer(page).click();
    await expect(typeField(page)).toBeFocused();
    await expect(typeField(page).getByRole('option')).toHaveText([
      'GitHub Repository Link',
      'Live Demo Link',
      'File Upload Link',
      'Text Submission',
    ]);
    const sent = await countCalls(page, SUBMIT_CALL);
    for (const words of ['GitHub Repository Link', 'Live Demo Link', 'File Upload Link']) {
      await typeField(page).selectOption(words);
      const field = form(page).getByRole('textbox', { name: words });
      await expect(field).toHaveAttribute('type', 'url');
      await expect(field).toHaveAttribute('required', '');
      await field.fill('');
      await send(page).click();
      await expect(field).toHaveAccessibleDescription(/Submission content is required/);
      await expect(field).toBeFocused();
      await field.fill('no address');
      await field.press('Enter');
      await expect(field).toHaveAccessibleDescription(/https:\/\//);
    }
    await typeField(page).selectOption('Text Submission');
    const text = form(page).getByRole('textbox', { name: 'Submission content' });
    await expect(text).toHaveAttribute('rows', '6');
    await expect(text).toHaveJSProperty('tagName', 'TEXTAREA');
    await text.fill('   ');
    await send(page).click();
    await expect(text).toHaveAccessibleDescription(/Submission content is required/);
    expect(sent).toEqual([]);
    await text.fill('Kept through a cancel and a reload');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toHaveCount(0);
    await offer(page).click();
    await expect(text).toHaveValue('Kept through a cancel and a reload');
    await reopenAssignment(page);
    await offer(page).click();
    await expect(typeField(page)).toHaveValue('TEXT_SUBMISSION');
    await expect(text).toHaveValue('Kept through a cancel and a reload');

    await page.route(`**/api${SUBMIT_CALL}`, (route) => route.fulfill({ json: { success: true, data: {} } }));
    const bodies = await countCalls(page, SUBMIT_CALL);
    for (const [type, field] of [
      ['GITHUB_LINK', 'githubUrl'],
      ['LIVE_URL', 'liveUrl'],
      ['FILE_URL', 'fileUrl'],
      ['TEXT_SUBMISSION', 'content'],
    ] as const) {
      if ((await form(page).count()) === 0) await offer(page).click();
      await typeField(page).selectOption(type);
      await form(page).getByRole('textbox').fill('https://meera.org/answer');
      await send(page).click();
      await expect(form(page)).toHaveCount(0);
      expect(bodies.at(-1)).toEqual({ method: 'POST', body: { [field]: 'https://meera.org/answer' } });
    }
  });

  test('ASSIGN-14 ASSIGN-21 pressed twice it is sent once, and the form waits', async ({ page }) => {
    await openAssignment(page);
    await succeed(page, SUBMIT_CALL, {});
    const sent = await countCalls(page, SUBMIT_CALL);
    const release = await holdBack(page, SUBMIT_CALL);
    await offer(page).click();
    await form(page).getByRole('textbox').fill('https://meera.org/answer');
    await send(page).dblclick();
    await form(page).getByRole('textbox').press('Enter');
    await expect(send(page)).toHaveAttribute('aria-busy', 'true');
    await expect(form(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await succeed(page, OWN_CALL, [imaginarySubmission({ githubUrl: 'https://meera.org/answer' })]);
    release();
    await expect(messageOn(page, 'Assignment submitted successfully!')).toHaveCount(1);
    await expect(latest(page)).toContainText('https://meera.org/answer');
    expect(sent.length).toBe(1);
  });
});

test.describe('when something fails', () => {
  test.beforeEach(() => allow(refusedWith(403, 404, 409, 500), NETWORK_GONE));

  async function openFailing(page: Page, fail: () => Promise<void>): Promise<void> {
    await actAs(page);
    await succeed(page, '/progress/leagues/league-0', leagueWithAssignment());
    await succeed(page, OWN_CALL, []);
    await fail();
    await page.goto(PATH);
    await reachAssignment(page);
  }

  test('ASSIGN-17 ASSIGN-18 ASSIGN-19 no connection, a refusal, then a retry; a 404 means none', async ({
    page,
  }) => {
    await openFailing(page, () => disconnect(page, ASSIGNMENT_CALL));
    const alert = main(page).getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toContainText(
      'Unable to connect to the server. Please check your internet connection and try again.',
    );
    await expect(weeks(page).first()).toBeVisible();
    await refuse(page, ASSIGNMENT_CALL, 500, 'The shelf fell over');
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(alert).toContainText('Failed to load assignment: The shelf fell over');
    await succeed(page, ASSIGNMENT_CALL, imaginaryAssignment());
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(panel(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
    for (const [status, words] of [
      [404, 'Assignment not found for this league'],
      [500, 'Not Found'],
    ] as const) {
      await refuse(page, ASSIGNMENT_CALL, status, words);
      await reopenAssignment(page);
      await expect(main(page).getByRole('heading', { name: 'Assignment Coming Soon' })).toBeVisible();
    }
  });

  test('ASSIGN-20 a refused submit says why and keeps what was typed; one without a connection waits on this device', async ({
    page,
  }) => {
    await openAssignment(page);
    await refuse(page, SUBMIT_CALL, 403, 'You must be enrolled in this league to submit assignments');
    await offer(page).click();
    await typeField(page).selectOption('Live Demo Link');
    const field = form(page).getByRole('textbox');
    await field.fill('https://meera.org/answer');
    await send(page).click();
    await expect(form(page).getByRole('alert')).toHaveText(
      'Failed to submit assignment: You must be enrolled in this league to submit assignments',
    );
    await expect(field).toHaveValue('https://meera.org/answer');
    await expect(typeField(page)).toHaveValue('LIVE_URL');
    // Without a connection it waits on this device, readable, and goes out later.
    await disconnect(page, SUBMIT_CALL);
    await send(page).click();
    await expect(form(page)).toHaveCount(0);
    await expect(panel(page).getByRole('status')).toContainText('Your answer is on this device');
    await expect(panel(page).getByRole('status')).toContainText('https://meera.org/answer');
    await expect(offer(page)).toHaveCount(0);
    const answered = imaginarySubmission({ liveUrl: 'https://meera.org/answer' });
    await succeed(page, OWN_CALL, [answered]);
    await succeed(page, SUBMIT_CALL, answered);
    await comeOnline(page);
    await expect(latest(page)).toContainText('https://meera.org/answer');
    await expect(panel(page).getByRole('status')).toHaveCount(0);
  });
});
