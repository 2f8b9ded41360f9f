import type { APIRequestContext, Page, Request } from '@playwright/test';
import { claimNextSubmission } from '#contract/review-queue.ts';
import { addCurriculum, OPEN_COHORT, send } from './curriculum.ts';
import {
  allow,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepTokens,
  login,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { openArea, toast } from './staff-page.ts';

/** A league of its own with an assignment, its Chief Pathfinder, and an answer of the chief's and one of the Grand's. */
async function arrange(request: APIRequestContext) {
  const ready = { approved: true, verified: true, migrated: true };
  const [{ league }, chief, asha, bimal] = await Promise.all([
    addCurriculum(request, [], [], OPEN_COHORT),
    signUpByApi(request, ready),
    signUpByApi(request, { ...ready, name: 'Asha Rao' }),
    signUpByApi(request, { ...ready, name: 'Bimal Sen' }),
  ]);
  const { id } = await send<{ id: string }>(request, 'post', '/admin/assignments', {
    title: 'Build it',
    description: 'From scratch',
    leagueId: league.id,
  });
  const { id: userId } = chief.user;
  await send(request, 'put', '/admin/update-role', { userId, newRole: 'CHIEF_PATHFINDER' });
  const permissions = { canManageUsers: false, canViewAnalytics: false, canCreateContent: true };
  await send(request, 'post', '/admin/assign-leagues', {
    pathfinderId: userId,
    leagueIds: [league.id],
    permissions,
  });
  const submit = async ({ user }: typeof asha, content: string) => {
    const enrollment = { userId: user.id, cohortId: league.cohortId, leagueId: league.id };
    if (content.endsWith('first half')) await send(request, 'post', '/progress/enroll', enrollment);
    await send(request, 'post', `/admin/assignments/${id}/submit`, { userId: user.id, content });
  };
  for (const learner of [asha, bimal]) await submit(learner, 'A plan\nand its first half');
  return { league, chief, learners: { asha, bimal }, submit };
}

const reviewing = (page: Page) => page.getByRole('dialog', { name: /^Review / });

test('a review that takes its row out of the list leads on to the next row', async ({ page, request }) => {
  const { league } = await arrange(request);
  await openArea(page, `assignments?of=${league.id}&status=SUBMITTED`);
  const rows = page.getByRole('button', { name: /^Review \w+ \w+/ });
  await expect(rows).toHaveCount(2);
  const [, second = ''] = await rows.allInnerTexts();
  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(reviewing(page)).toBeVisible();
  await page.keyboard.press('a');
  await reviewing(page).getByRole('button', { name: 'Save Review' }).press('Enter');
  await expect(rows).toHaveText([second]);
  await expect(rows).toBeFocused();
});

test('AASSIGN-11 ASSIGN-08 ROLE-03 two reviewers take one each, see who has what, and go on by the keys; a new attempt is told', async ({
  page,
  browser,
  request,
}) => {
  allow(refusedWith(409));
  const { league, chief, learners, submit } = await arrange(request);
  const other = await (await browser.newContext()).newPage();
  await Promise.all([login(page, demoEmail('grand')), keepTokens(other, chief)]);
  await Promise.all([page, other].map((one) => one.goto(`/admin/assignments?of=${league.id}`)));
  for (const one of [page, other]) {
    await expect(one.getByRole('button', { name: 'Review Next' })).toBeVisible();
  }

  // Both ask for the next one at once.
  await Promise.all([page, other].map((one) => one.keyboard.press('n')));
  for (const one of [page, other]) await expect(reviewing(one)).toBeVisible();
  const names = await Promise.all(
    [page, other].map((one) => one.getByRole('dialog').getByRole('heading', { level: 2 }).innerText()),
  );
  expect(new Set(names).size).toBe(2);
  const ofOther = names[1]?.includes('Asha') ? learners.asha : learners.bimal;

  // The first gives theirs back and looks for what the other one has.
  await page.keyboard.press('Escape');
  await expect(reviewing(page)).toHaveCount(0);
  // On a busy machine the first of its twenty minutes may be over.
  const claim = new RegExp(`${chief.user.name} is reviewing, (20|19|18)\\s?min left`);
  const held = page.getByRole('row').filter({ hasText: claim });
  await expect(held).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: /^Review \w/ }).nth(1)).toBeFocused();
  await held.getByRole('button', { name: /^Review/ }).click();
  const blocked = page.getByRole('dialog', { name: /^Submission of / });
  await expect(blocked).toContainText(claim);
  await expect(blocked).toContainText('and its first half');
  await blocked.getByRole('button', { name: 'Review Next' }).click();
  await expect(reviewing(page)).toBeVisible();

  // Keys choose a status, but not while words are typed; Ctrl+Enter saves and goes on.
  const form = reviewing(other);
  await other.keyboard.press('a');
  await expect(form.getByLabel('Status')).toHaveValue('APPROVED');
  // R asks for a revision and leads to the feedback that it needs; the assignment's text is beside the answer.
  await expect(form.getByText('From scratch')).toBeVisible();
  await other.keyboard.press('r');
  await expect(form.getByLabel('Status')).toHaveValue('NEEDS_REVISION');
  await expect(form.getByLabel('Feedback')).toBeFocused();
  await other.keyboard.press('Control+Enter');
  await expect(form.getByText('Say what needs to be revised').last()).toBeVisible();
  await form.getByLabel('Feedback').pressSequentially('run again');
  await expect(form.getByLabel('Status')).toHaveValue('NEEDS_REVISION');
  await other.keyboard.press('Control+Enter');
  await expect(toast(other, 'Nothing else waits for you')).toBeVisible();
  await expect(form).toHaveCount(0);

  // The learner hands in again while the reviewer writes.
  const again = other.getByRole('row').filter({ hasText: 'Needs Revision' });
  await again.getByRole('button', { name: /^Review/ }).click();
  await form.getByLabel('Feedback').fill('Nearly there');
  await form.getByLabel('Status').selectOption('APPROVED');
  await submit(ofOther, 'A plan\nand all of it');
  await other.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert').first()).toHaveText(
    'Failed to save review: The submission has changed meanwhile. Read it again before you review it.',
  );
  await expect(form).toContainText('Attempt 2 came in while you were reviewing');
  await expect(form.getByRole('article', { name: 'Attempt 2 of 2' }).locator('ins')).toContainText(
    'and all of it',
  );
  await expect(form.getByRole('article', { name: 'Attempt 1 of 2' }).locator('del')).toContainText(
    'first half',
  );
  await expect(form.getByLabel('Feedback')).toHaveValue('Nearly there');
  await other.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(other);
  // The key was refused; the button does what it says, and does not go on.
  const isNext = (call: Request) => call.url().endsWith(claimNextSubmission.path);
  const goesOn = other.waitForRequest(isNext, { timeout: 5000 }).then(
    () => true,
    () => false,
  );
  await form.getByRole('button', { name: 'Save Review' }).click();
  await expect(form).toHaveCount(0);
  await expect(other.getByRole('row').filter({ hasText: 'Approved' })).toHaveCount(1);
  await other.context().close();
  expect(await goesOn).toBe(false);

  // Typed words are asked about; keys that are turned off do nothing.
  await reviewing(page).getByLabel('Feedback').fill('Unsaved');
  await reviewing(page).getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.goto(`/admin/assignments?queue=all&leagueId=${league.id}&status=SUBMITTED`);
  await expect(page.getByRole('heading', { name: 'Review Queue', level: 1 })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
  await page.keyboard.press('n');
  await expect(page.getByText('row down')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
