import type { APIRequestContext } from '@playwright/test';
import { addLeague, OPEN_COHORT, send, unique } from './curriculum.ts';
import { allow, apiPath, expect, expectAccessible, refusedWith, signUpByApi, test } from './fixtures.ts';
import { refuse, succeed } from './learner.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

/** As the date box shows it. */
function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T10:00`;
}

test('AASSIGN-01 AASSIGN-02 AASSIGN-03 AASSIGN-04 AASSIGN-07 AASSIGN-08 AASSIGN-09 AASSIGN-10 AASSIGN-11 AASSIGN-12 AASSIGN-14 ADMIN-18 ADMIN-27 CALL-69 CALL-70 CALL-71 CALL-72 CALL-74 ERR-24 ENT-48 ENT-49 an assignment from first to last', async ({
  page,
  request,
}) => {
  allow(refusedWith(400, 409, 500));
  const league = await addLeague(request, 'Tasked', OPEN_COHORT);
  const other = await addLeague(request, 'Rival', OPEN_COHORT);
  const people = await Promise.all([
    signUpByApi(request, { approved: true }),
    signUpByApi(request, { approved: true }),
    signUpByApi(request, { approved: true }),
  ]);
  const title = unique('Build it');

  await openArea(page, 'assignments');
  await expect(page.getByRole('heading', { name: 'Assignment Management', level: 1 })).toBeVisible();
  const add = page.getByRole('button', { name: 'Create Assignment' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Create New Assignment' });
  const create = dialog.getByRole('button', { name: 'Create Assignment' });
  await create.click();
  await expect(dialog.getByText('Title, description, and league are required')).toHaveCount(1);
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill(title);
  await create.click();
  await expect(dialog.getByText('Title, description, and league are required')).toBeVisible();
  await dialog.getByLabel('Description').fill('From scratch, with tests.');
  await dialog.getByLabel('League').selectOption({ label: other.name });
  // Somebody else is quicker.
  await send(request, 'post', '/admin/assignments', {
    title: 'Quicker',
    description: 'First come',
    leagueId: other.id,
  });
  await create.click();
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Failed to create assignment: Assignment already exists for this league',
  );
  await dialog.getByLabel('League').selectOption({ label: league.name });
  await dialog.getByLabel('Due Date').fill(inDays(2));
  const sent = page.waitForRequest((call) => call.method() === 'POST');
  await create.click();
  expect((await sent).postDataJSON()).toEqual({
    title,
    description: 'From scratch, with tests.',
    leagueId: league.id,
    dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
  });
  await expect(toast(page, 'Assignment created')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search assignments' }).fill(title);
  const row = rowOf(page, title);
  await expect(row).toContainText('From scratch, with tests.');
  await expect(row).toContainText(league.name);
  await expect(row).toContainText('Due Soon');
  await expect(row.getByRole('cell', { name: '0', exact: true })).toHaveCount(1);

  const edit = page.getByRole('dialog', { name: 'Edit Assignment' });
  const save = edit.getByRole('button', { name: 'Save Changes' });
  await row.getByRole('button', { name: `Edit ${title}` }).click();
  await edit.getByLabel('League').selectOption({ label: other.name });
  await save.click();
  await expect(edit.getByRole('alert').first()).toHaveText(
    'Failed to update assignment: Assignment already exists for this league',
  );
  await edit.getByLabel('League').selectOption({ label: league.name });
  await edit.getByLabel('Due Date').fill('');
  await save.click();
  await expect(row).toContainText('No due date');
  await row.getByRole('button', { name: `Edit ${title}` }).click();
  await edit.getByLabel('Due Date').fill(inDays(-2));
  await save.click();
  const doubt = page.getByRole('alertdialog', { name: 'Check the due date' });
  await expect(doubt).toContainText('This date has passed. Save anyway?');
  await doubt.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeVisible();
  await save.click();
  await doubt.getByRole('button', { name: 'Save anyway' }).click();
  await expect(row).toContainText('Overdue');
  // The date of before is not asked about.
  await row.getByRole('button', { name: `Edit ${title}` }).click();
  await edit.getByLabel('Description').fill('From scratch, with more tests.');
  await save.click();
  await expect(row).toContainText('with more tests.');
  await expect(edit).toHaveCount(0);

  await row.getByRole('link', { name: `Submissions of ${title}` }).click();
  await expect(page.getByRole('heading', { name: `Submissions: ${title}`, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible();

  const { id } = await send<{ id: string }>(request, 'get', `/admin/assignments/league/${league.id}`);
  for (const { user } of people) {
    await send(request, 'post', '/progress/enroll', {
      userId: user.id,
      cohortId: league.cohortId,
      leagueId: league.id,
    });
  }
  const [one, two, three] = people.map(({ user }) => user);
  const handIn = (data: object) =>
    send<{ id: string }>(request, 'post', `/admin/assignments/${id}/submit`, data);
  const first = await handIn({ userId: one?.id, githubUrl: 'https://github.com/sample/first' });
  await send(request, 'put', `/admin/assignments/submissions/${first.id}/review`, {
    status: 'NEEDS_REVISION',
    feedback: 'Add tests',
  });
  await handIn({ userId: two?.id, liveUrl: 'https://demo.example.org/live' });
  await handIn({ userId: three?.id, fileUrl: 'https://files.example.org/answer.pdf' });
  await handIn({ userId: one?.id, content: 'The second try, in words.' });
  await page.goto(`/admin/assignments?of=${league.id}`);
  const oneRow = rowOf(page, one?.email ?? '');
  await expect(oneRow).toContainText(one?.name ?? '');
  await expect(oneRow).toContainText('The second try, in words.');
  await expect(oneRow).toContainText('Attempt 2');
  await expect(oneRow).toContainText('Late');
  await expect(oneRow.locator('time')).toHaveAttribute('datetime', /Z$/);
  await expect(page.getByRole('link', { name: 'https://demo.example.org/live' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://files.example.org/answer.pdf' })).toBeVisible();
  await expectAccessible(page);

  // What waits longest comes first, and each leads to the next.
  await page.getByRole('button', { name: 'Review Next' }).click();
  const review = page.getByRole('dialog');
  await expect(review.getByText(two?.email ?? '')).toBeVisible();
  await expect(review.getByText('2 more submissions wait after this one.')).toBeVisible();
  await review.getByRole('button', { name: 'Save and Next' }).click();
  await expect(review.getByText('Choose a status').last()).toBeVisible();
  await review.getByLabel('Status').selectOption('APPROVED');
  await review.getByLabel('Feedback').fill('Well done');
  await page.route(
    apiPath(`/admin/assignments/submissions/${await idOf(request, two?.id)}/review`),
    (route) => route.fulfill({ status: 500, json: { success: false, error: 'Internal server error' } }),
  );
  await review.getByRole('button', { name: 'Save and Next' }).click();
  await expect(review.getByRole('alert').first()).toHaveText('Failed to save review: Internal server error');
  await page.unrouteAll();
  await review.getByRole('button', { name: 'Save and Next' }).click();
  await expect(review.getByRole('link', { name: 'https://files.example.org/answer.pdf' })).toBeVisible();
  await review.getByLabel('Status').selectOption('UNDER_REVIEW');
  await review.getByRole('button', { name: 'Save and Next' }).click();
  await expect(review.getByText('The second try, in words.')).toBeVisible();
  await expect(review.getByRole('link', { name: 'https://github.com/sample/first' })).toBeVisible();
  await expect(review).toContainText('Text Submission instead of GitHub Repository Link');
  await expect(review.getByText('Add tests')).toBeVisible();
  await expect(review.getByLabel('Feedback')).toHaveValue('');
  await expectAccessible(page);
  await review.getByLabel('Status').selectOption('NEEDS_REVISION');
  await review.getByLabel('Feedback').fill('One more try');
  await review.getByRole('button', { name: 'Save and Next' }).click();
  // Under Review still waits for a decision.
  await expect(review.getByRole('link', { name: 'https://files.example.org/answer.pdf' })).toBeVisible();
  await expect(review.getByLabel('Status')).toHaveValue('UNDER_REVIEW');
  await review.getByLabel('Status').selectOption('APPROVED');
  await review.getByRole('button', { name: 'Save Review' }).click();
  await expect(review).toHaveCount(0);
  await expect(oneRow).toContainText('Needs Revision');
  await expect(page.getByRole('button', { name: 'Review Next' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Approved' });
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expect(rowOf(page, two?.email ?? '')).toContainText('Approved');
  await expectFitsSmallPhone(page);

  await page.getByRole('link', { name: 'All assignments' }).click();
  // The link goes with its screen.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('Waiting', { exact: true }).locator('..').getByRole('definition')).toHaveText(
    /^\d+$/,
  );
  await page.getByRole('searchbox', { name: 'Search assignments' }).fill(title);
  await expect(row.getByRole('cell', { name: '3', exact: true })).toHaveCount(1);
  await row.getByRole('button', { name: `Delete ${title}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'It has 3 submissions, so it cannot be deleted any more. It can still be edited.',
  );
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('searchbox', { name: 'Search assignments' }).fill(other.name);
  const quicker = await send<{ id: string }>(request, 'get', `/admin/assignments/league/${other.id}`);
  await refuse(page, `/admin/assignments/${quicker.id}`, 500, 'Internal server error');
  await page.getByRole('button', { name: 'Delete Quicker' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to delete assignment: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Delete Quicker' }).click();
  await expect(question).toContainText(
    'Are you sure you want to delete the assignment "Quicker"? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Assignment deleted')).toBeVisible();
  await expect(rowOf(page, other.name)).toHaveCount(0);
});

test('AASSIGN-13 ERR-25 ERR-17 ROLE-03 a chief sees the assignments of own leagues; nothing there; failed', async ({
  page,
}) => {
  allow(refusedWith(400, 409, 500));
  await openArea(page, 'assignments', 'chief');
  const filter = page.getByRole('combobox', { name: 'League' });
  await expect(filter.getByRole('option')).toHaveText(['All leagues', 'Finance', 'ML']);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  for (const row of await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all()) {
    await expect(row).toContainText(/Finance|ML/);
  }
  await filter.selectOption('ML');
  await expect(page.getByRole('rowheader')).toHaveCount(1);

  const pagination = { page: 1, limit: 10, total: 0, totalPages: 0 };
  await succeed(page, '/admin/assignments', { assignments: [], pagination });
  await page.goto('/admin/assignments');
  await expect(page.getByRole('heading', { name: 'No assignments' })).toBeVisible();
  await expect(page.getByText('Get started by creating a new assignment.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Assignment' }).click();
  await expect(
    page.getByRole('dialog').getByLabel('League').getByRole('option', { name: 'ML', exact: true }),
  ).toBeAttached();
  await page.keyboard.press('Escape');

  await page.unrouteAll();
  await refuse(page, '/admin/assignments', 500, 'Internal server error');
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load assignments: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  const link = page.getByRole('link', { name: /^Submissions of/ }).first();
  await expect(link).toBeVisible();
  await refuse(page, '/admin/assignments/submissions/queue', 500, 'Internal server error');
  await link.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load submissions: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Submissions: /, level: 1 })).toBeVisible();
});

/** The submission of a learner who has one alone. */
async function idOf(request: APIRequestContext, userId: string | undefined): Promise<string> {
  const [submission] = await send<{ id: string }[]>(
    request,
    'get',
    `/admin/assignments/submissions?userId=${userId}`,
  );
  return submission?.id ?? '';
}
