import type { Page } from '@playwright/test';
import type { MySubmission } from '../../api/contract/submissions.ts';
import {
  ASSIGNMENT_CALL,
  form,
  imaginaryAssignment,
  imaginarySubmission,
  inDays,
  latest,
  leagueWithAssignment,
  OWN_CALL,
  offer,
  openAssignment,
  panel,
  reachAssignment,
  reopenAssignment,
  send,
} from './assignment-panel.ts';
import { asGrand, expect, test } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { main, openImaginary, PATH, weeks } from './league-page.ts';
import { actAs, arriveAsLearner, type Learner, messageOn, succeed, watchCalls } from './learner.ts';
import { expectSound, NARROW } from './looks.ts';

const LONG_DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

/** Reviews the learner's answer the way staff do. */
async function review(page: Page, learner: Learner, status: string, feedback?: string): Promise<void> {
  const [answer] = (await learner.call('GET', OWN_CALL)) as MySubmission[];
  const response = await page.request.put(`/api/admin/assignments/submissions/${answer?.id}/review`, {
    headers: await asGrand(page.request),
    data: { status, ...(feedback ? { feedback } : {}) },
  });
  expect(response.status(), await response.text()).toBe(200);
}

test('LPROG-12 ASSIGN-01 ASSIGN-02 ASSIGN-03 ASSIGN-05 ASSIGN-07 ASSIGN-08 ASSIGN-15 ASSIGN-21 ASSIGN-22 from the first answer to its approval: with a league of the demo data and its staff', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page, 'ML');
  const leagueId = learner.leagues.get('ML');
  const assignment = (await learner.call('GET', `/assignments/league/${leagueId}`)) as {
    id: string;
    title: string;
    dueDate: string;
  };
  await page.goto(`/dashboard/league/${leagueId}`);
  await reachAssignment(page);
  const card = main(page).getByRole('region', { name: assignment.title });
  const attempt = card.getByRole('article').first();
  const action = card.getByRole('button', { name: /^(Submit|Resubmit) answer/ });
  await expect(card.getByRole('heading', { name: assignment.title })).toBeVisible();
  await expect(card).toContainText(`Due ${LONG_DATE.format(new Date(assignment.dueDate))}`);
  await expect(card.getByText('Pending', { exact: true })).toBeVisible();
  const lastWeek = await weeks(page).last().boundingBox();
  expect((await card.boundingBox())?.y).toBeGreaterThan((lastWeek?.y ?? 0) + (lastWeek?.height ?? 0));

  await expect(action).toHaveText(/^Submit/);
  await action.click();
  const fields = card.getByRole('form', { name: 'Submit assignment' });
  await expect(fields.getByText('This will replace your previous submission.')).toHaveCount(0);
  await fields
    .getByRole('textbox', { name: 'GitHub Repository Link' })
    .fill('https://github.com/meera/first');
  await fields.getByRole('button', { name: 'Submit Assignment' }).click();
  await expect(messageOn(page, 'Assignment submitted successfully!')).toBeVisible();
  await expect(fields).toHaveCount(0);
  await expect(action).toHaveCount(0);
  await expect(card.getByText('Pending', { exact: true })).toHaveCount(0);
  await expect(attempt).toHaveAccessibleName('Attempt 1');
  await expect(attempt).toContainText('Submitted');
  await expect(attempt).toContainText(LONG_DATE.format(new Date()));
  const link = attempt.getByRole('link', { name: 'https://github.com/meera/first' });
  await expect(link).toHaveAttribute('href', 'https://github.com/meera/first');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card.getByRole('heading', { name: assignment.title })).toBeFocused();

  await review(page, learner, 'UNDER_REVIEW');
  await reopenAssignment(page);
  await expect(attempt).toContainText('Under Review');
  await expect(action).toHaveCount(0);

  await review(page, learner, 'NEEDS_REVISION', 'Say where the model fails.\nThen send it again.');
  await reopenAssignment(page);
  await expect(attempt).toContainText('Needs Revision');
  await expect(attempt).toContainText('Instructor feedback');
  await expect(attempt.getByText('Say where the model fails.')).toBeVisible();
  await expect(action).toHaveText(/^Resubmit/);
  await action.click();
  const again = card.getByRole('form', { name: 'Resubmit assignment' });
  await expect(again.getByText('This will replace your previous submission.')).toBeVisible();
  await expect(again.getByRole('textbox')).toHaveValue('https://github.com/meera/first');
  await again.getByRole('combobox').selectOption('Text Submission');
  const words = `It fails on short answers. ${'Because of that. '.repeat(12)}The end.`;
  await again.getByRole('textbox', { name: 'Submission content' }).fill(words);
  await again.getByRole('button', { name: 'Submit Assignment' }).click();
  await expect(messageOn(page, 'Assignment resubmitted successfully!')).toBeVisible();
  await expect(attempt).toHaveAccessibleName('Attempt 2 of 2');
  await expect(attempt).toContainText(words.slice(0, 150));
  await expect(attempt).not.toContainText('The end.');
  await expect(attempt).not.toContainText('Instructor feedback');
  await attempt.getByRole('button', { name: /^Show all/ }).click();
  await expect(attempt).toContainText('The end.');

  await card.getByRole('button', { name: '1 earlier attempt' }).click();
  const first = card.getByRole('article', { name: 'Attempt 1 of 2' });
  await expect(first.getByRole('link', { name: 'https://github.com/meera/first' })).toBeVisible();
  await expect(first).toContainText('Say where the model fails.');
  await expect(first).toContainText('Needs Revision');

  await review(page, learner, 'APPROVED', 'Well done.');
  await reopenAssignment(page);
  await expect(attempt).toContainText('Approved');
  await expect(attempt).toContainText('Well done.');
  await expect(action).toHaveCount(0);
});

test.describe('what the panel shows', () => {
  test('ASSIGN-02 ASSIGN-03 ASSIGN-07 ASSIGN-08 ASSIGN-09 each state has its word, its colour and its button', async ({
    page,
  }) => {
    await openAssignment(page);
    await expect(panel(page).getByText('Pending', { exact: true })).toBeVisible();
    await expect(panel(page).getByText('No due date')).toBeVisible();
    await expect(offer(page)).toHaveText(/^Submit/);
    await expect(panel(page).getByRole('article')).toHaveCount(0);
    const colors = new Set<string>();
    for (const [status, words, button, todo] of [
      ['SUBMITTED', 'Submitted', 0, 'A pathfinder will review it'],
      ['UNDER_REVIEW', 'Under Review', 0, 'is reviewing it'],
      ['APPROVED', 'Approved', 0, 'Approved. You are done here.'],
      ['NEEDS_REVISION', 'Needs Revision', 1, 'improve your answer and resubmit it'],
    ] as const) {
      await succeed(page, OWN_CALL, [imaginarySubmission({ status, content: 'Mine' })]);
      await reopenAssignment(page);
      const badge = latest(page).getByText(words, { exact: true });
      await expect(badge).toBeVisible();
      await expect(panel(page).getByText('Pending', { exact: true })).toHaveCount(0);
      await expect(panel(page).getByText('Submitted', { exact: true }).first()).toBeVisible();
      // One state, and it comes first: no other word stands above it.
      const badges = panel(page).getByText(/^(Submitted|Under Review|Approved|Needs Revision)$/);
      await expect(badges.first()).toHaveText(words);
      await expect(panel(page)).toContainText(todo);
      await expect(offer(page)).toHaveCount(button);
      colors.add(await badge.evaluate((element) => getComputedStyle(element).backgroundColor));
    }
    await expect(offer(page)).toHaveText(/^Resubmit/);
    expect(colors.size).toBe(4);
  });

  test('ASSIGN-01 ASSIGN-04 ASSIGN-05 due dates, a long description, late and earlier attempts', async ({
    page,
  }) => {
    const description = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of what to do.`).join(
      '\n',
    );
    const dueDate = inDays(-1.5);
    await openAssignment(page, {
      assignment: imaginaryAssignment({ dueDate, description }),
      submissions: [
        imaginarySubmission(
          { status: 'NEEDS_REVISION', fileUrl: 'https://files.org/3', feedback: 'Nearly.' },
          { status: 'NEEDS_REVISION', liveUrl: 'https://demo.org/2', submittedAt: inDays(-2) },
          { status: 'NEEDS_REVISION', githubUrl: 'javascript:alert(1)', submittedAt: inDays(-3) },
        ),
      ],
    });
    await expect(panel(page)).toContainText(`Due ${LONG_DATE.format(new Date(dueDate))}`);
    await expect(panel(page).getByText('Overdue', { exact: true })).toBeVisible();
    const text = panel(page).getByText('Line 1 of what to do.');
    const lineHeight = await text.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    const countLines = async () => Math.round(((await text.boundingBox())?.height ?? 0) / lineHeight);
    await expect.poll(countLines).toBe(3);
    await panel(page).getByRole('button', { name: 'Show all of the description' }).click();
    await expect.poll(countLines).toBe(12);
    await panel(page).getByRole('button', { name: 'Show less of the description' }).click();
    await expect.poll(countLines).toBe(3);
    await expect(latest(page)).toHaveAccessibleName('Attempt 3 of 3');
    await expect(latest(page).getByText('Late', { exact: true })).toBeVisible();
    await expect(latest(page)).toContainText('Nearly.');
    await panel(page).getByRole('button', { name: '2 earlier attempts' }).click();
    const second = panel(page).getByRole('article', { name: 'Attempt 2 of 3' });
    await expect(second.getByText('Late', { exact: true })).toHaveCount(0);
    await expect(second.getByRole('link', { name: 'https://demo.org/2' })).toBeVisible();
    const first = panel(page).getByRole('article', { name: 'Attempt 1 of 3' });
    await expect(first).toContainText('javascript:alert(1)');
    await expect(first.getByRole('link')).toHaveCount(0);
    await succeed(page, ASSIGNMENT_CALL, imaginaryAssignment({ dueDate: inDays(2) }));
    await succeed(page, OWN_CALL, []);
    await reopenAssignment(page);
    await expect(panel(page).getByText('Due Soon', { exact: true })).toBeVisible();
    await expect(panel(page)).toContainText('in 2 days');
    await expect(panel(page).getByRole('button', { name: /^Show all/ })).toHaveCount(0);
  });

  test('ASSIGN-16 ASSIGN-17 LPROG-12 without an assignment it is coming soon, and nothing is asked', async ({
    page,
  }) => {
    const { calls } = watchCalls(page);
    await openImaginary(page, imaginaryLeague({ weeks: [[2]] }));
    await expect(main(page).getByRole('heading', { name: 'Assignment Coming Soon' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(calls.filter((call) => call.includes('assignments'))).toEqual([]);
  });

  test('CONST-23 a reply without the assignment: the panel is no part of the first view and comes with two calls', async ({
    page,
  }) => {
    await actAs(page);
    await succeed(
      page,
      '/progress/leagues/league-0',
      leagueWithAssignment(Array.from({ length: 6 }, () => [2])),
    );
    await succeed(page, ASSIGNMENT_CALL, imaginaryAssignment());
    await succeed(page, OWN_CALL, []);
    const { calls } = watchCalls(page);
    await page.goto(PATH);
    await expect(weeks(page)).toHaveCount(6);
    await page.waitForLoadState('networkidle');
    expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3);
    // The keyboard gets there without scrolling.
    await page.keyboard.press('Tab');
    await expect(panel(page)).toBeVisible();
    expect(calls.slice(3).sort()).toEqual([`GET ${ASSIGNMENT_CALL}`, `GET ${OWN_CALL}`]);
    // Nor does anybody have to do anything.
    await page.reload();
    await expect(panel(page)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('ASSIGN-01 ASSIGN-05 ASSIGN-12 every state passes axe, fits a small phone and has targets for thumbs', async ({
  page,
}) => {
  test.slow();
  const long = 'Magnetohydrodynamics'.repeat(8);
  await openAssignment(page, {
    assignment: imaginaryAssignment({ description: `${long} `.repeat(12), dueDate: inDays(1) }),
    submissions: [
      imaginarySubmission(
        { status: 'NEEDS_REVISION', githubUrl: `https://${'long'.repeat(15)}.org/${long}`, feedback: long },
        { status: 'NEEDS_REVISION', content: long.repeat(4) },
      ),
    ],
  });
  await panel(page).getByRole('button', { name: '1 earlier attempt' }).click();
  await offer(page).click();
  await form(page).getByRole('textbox').fill('');
  await send(page).click();
  await expect(form(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page);
  await page.setViewportSize(NARROW);
  for (const target of await panel(page).locator('button, a, select, input').all()) {
    await expect
      .poll(async () => (await target.boundingBox())?.height, { message: await target.innerText() })
      .toBeGreaterThanOrEqual(44);
  }
});
