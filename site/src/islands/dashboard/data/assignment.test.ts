import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { MySubmission, SubmissionStatus } from '#contract/submissions.ts';
import { SUBMISSION_MAX_LENGTH } from '#contract/submissions.ts';
import { readDraft } from '#site/islands/shared/offline/draft.ts';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { beginSession, stopSession } from '#site/islands/shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { CONTENT_REQUIRED, createSubmissionForm, LINK_INVALID } from '../assignments/submission-form.ts';
import { assignmentOf, listAttempts, toLoadFailure, UNREACHABLE } from './assignment.ts';

const ASSIGNMENT = { id: 'a1', title: 'Task', description: 'Do it', dueDate: null, leagueId: 'ml' };
const SUBMIT = 'POST /assignments/a1/submit';
const MINE = 'GET /assignments/my-submissions';
const LEAGUE = 'GET /assignments/league/ml';

afterEach(forgetQueries);
const browser = setUpFakeBrowser();
beforeEach(() => {
  browser.answer(LEAGUE, ok(ASSIGNMENT));
  browser.answer(MINE, ok([]));
});

function submission(status: SubmissionStatus, attempts = 1, leagueId = 'ml'): MySubmission {
  const attempt = (number: number) => ({
    number,
    status,
    submittedAt: '2026-03-01T00:00:00.000Z',
    content: `answer ${number}`,
    githubUrl: null,
    liveUrl: null,
    fileUrl: null,
    feedback: null,
    reviewedAt: null,
  });
  return {
    ...attempt(attempts),
    id: `s-${leagueId}`,
    attempts,
    assignment: { id: 'a1', title: 'Task', leagueId, league: { id: leagueId, name: 'ML' } },
    history: Array.from({ length: attempts }, (_, index) => attempt(attempts - index)),
  };
}

async function viewOf() {
  await assignmentOf('ml').ensure();
  return assignmentOf('ml').$state.get();
}

test('ASSIGN-06 CALL-35 CALL-36 the answers to the assignment of this league, the latest first', async () => {
  browser.answer(MINE, ok([submission('SUBMITTED', 1, 'iot'), submission('NEEDS_REVISION', 3)]));
  const { data } = await viewOf();
  expect(data?.assignment?.id).toBe('a1');
  expect(data?.submissions.map(({ id }) => id)).toEqual(['s-ml']);
  expect(data && listAttempts(data).map(({ number, content }) => [number, content])).toEqual([
    [3, 'answer 3'],
    [2, 'answer 2'],
    [1, 'answer 1'],
  ]);
});

test('ASSIGN-06 answers without a history are one attempt each', () => {
  const bare = { ...submission('SUBMITTED'), history: undefined } as unknown as MySubmission;
  expect(listAttempts({ submissions: [bare, bare] }).map(({ number }) => number)).toEqual([2, 1]);
});

test('ASSIGN-18 ASSIGN-19 a failure is told with its reason, by whichever call', async () => {
  const failureOf = async () => {
    forgetQueries();
    const { error } = await viewOf();
    return error && toLoadFailure(error);
  };
  browser.answer(LEAGUE, 'network');
  expect(await failureOf()).toBe(UNREACHABLE);
  expect(UNREACHABLE).toBe(
    'Unable to connect to the server. Please check your internet connection and try again.',
  );
  browser.answer(LEAGUE, refusal(500, 'Something broke'));
  expect(await failureOf()).toBe('Failed to load assignment: Something broke');
  browser.answer(LEAGUE, { status: 502, text: '<html>' });
  expect(await failureOf()).toBe('Failed to load assignment: Invalid JSON response from server (HTTP 502)');
  browser.answer(LEAGUE, ok(ASSIGNMENT));
  browser.answer(MINE, 'network');
  expect(await failureOf()).toBe(UNREACHABLE);
});

type Target = Parameters<typeof createSubmissionForm>[0];

function openForm(latest?: Target['latest'], takenBack?: Target['takenBack']) {
  let isDone = false;
  const form = createSubmissionForm({
    leagueId: 'ml',
    assignmentId: 'a1',
    latest,
    takenBack,
    onDone: () => {
      isDone = true;
    },
  });
  return { form, isDone: () => isDone };
}

test('ASSIGN-13 nothing is sent without content, or with a link that is none', async () => {
  const { form } = openForm();
  await form.submit();
  expect(form.$form.get().errors).toEqual({ link: CONTENT_REQUIRED });
  for (const link of ['code', 'javascript:alert(1)', 'ftp://code.org']) {
    form.change('link', link);
    await form.submit();
    expect(form.$form.get().errors).toEqual({ link: LINK_INVALID });
  }
  form.change('type', 'TEXT_SUBMISSION');
  form.change('text', '  \n ');
  await form.submit();
  expect(form.$form.get().errors).toEqual({ text: CONTENT_REQUIRED });
  form.change('text', 'x'.repeat(SUBMISSION_MAX_LENGTH + 1));
  await form.submit();
  expect(form.$form.get().errors.text).toContain('20000');
  expect(browser.sent(SUBMIT)).toEqual([]);
});

test('ASSIGN-15 a revision begins with the answer it replaces, whatever was typed for an earlier one', () => {
  const first = openForm();
  first.form.change('link', 'https://code.org/draft');
  const [sent] = submission('NEEDS_REVISION', 2).history;
  expect(openForm(sent).form.$form.get().values).toEqual({
    type: 'TEXT_SUBMISSION',
    link: '',
    text: 'answer 2',
  });
  const link = sent && { ...sent, content: null, fileUrl: 'https://files.org/1' };
  expect(openForm(link).form.$form.get().values).toEqual({
    type: 'FILE_URL',
    link: 'https://files.org/1',
    text: '',
  });
});

test('ASSIGN-20 a refused answer that was kept goes back into the form, and leaves the device with the new one', async () => {
  const { $unsentActions, sendOutbox, startOutbox } = await import('./outbox-actions.ts');
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('refreshToken', 'r');
  browser.answer('GET /auth/profile', ok({ id: 'u1' }));
  const close = startOutbox('u1');
  const [sent] = submission('NEEDS_REVISION', 2).history;
  const first = openForm(sent);
  first.form.change('type', 'FILE_URL');
  first.form.change('link', 'https://files.org/hours-of-work');
  browser.answer(SUBMIT, 'network');
  await first.form.submit();
  browser.answer(SUBMIT, refusal(400, 'This address is not allowed'));
  await sendOutbox();
  const [refused] = $unsentActions.get();
  expect(refused?.refusal?.message).toBe('This address is not allowed');

  const again = openForm(sent, refused);
  const values = { type: 'FILE_URL', link: 'https://files.org/hours-of-work', text: '' } as const;
  expect(again.form.$form.get().values).toEqual(values);
  await again.form.submit();
  expect([again.isDone(), $unsentActions.get()]).toEqual([false, [refused as never]]);
  again.form.change('link', 'https://code.org/x');
  // What is typed into it waits under a name of its own.
  expect(openForm(sent).form.$form.get().values.text).toBe('answer 2');
  expect(openForm(sent, refused).form.$form.get().values.link).toBe('https://code.org/x');
  browser.answer(SUBMIT, ok({}));
  await again.form.submit();
  expect([again.isDone(), $unsentActions.get()]).toEqual([true, []]);
  close();
  stopSession();
});

test('ASSIGN-21 an answer that arrived although its receipt was lost is a success', async () => {
  await viewOf();
  browser.answer(SUBMIT, () => {
    browser.answer(MINE, ok([submission('SUBMITTED')]));
    return 'network';
  });
  const { form, isDone } = openForm();
  form.change('link', 'https://code.org/x');
  await form.submit();
  expect(isDone()).toBe(true);
  expect(form.$form.get().failure).toBeNull();
});

test('ASSIGN-20 an answer that did not arrive is a failure, and so is a refusal beside an older answer', async () => {
  browser.answer(MINE, ok([submission('NEEDS_REVISION', 2)]));
  await viewOf();
  const { form, isDone } = openForm();
  form.change('link', 'https://code.org/x');
  browser.answer(SUBMIT, 'network');
  await form.submit();
  expect(form.$form.get().failure).toBe('Failed to submit assignment: Network error. Please try again.');
  browser.answer(SUBMIT, () => {
    browser.answer(MINE, ok([submission('SUBMITTED', 3)]));
    return refusal(409, 'You have already submitted this assignment');
  });
  await form.submit();
  expect(form.$form.get().failure).toBe(
    'Failed to submit assignment: You have already submitted this assignment',
  );
  expect(isDone()).toBe(false);
  // The panel behind it shows what is true now.
  expect(assignmentOf('ml').$state.get().data?.submissions[0]?.status).toBe('SUBMITTED');
});

test('ASSIGN-21 ASSIGN-22 success is told, the answer shown and the draft forgotten', async () => {
  await viewOf();
  browser.answer(SUBMIT, () => {
    browser.answer(MINE, ok([submission('SUBMITTED')]));
    return ok({});
  });
  const first = openForm();
  first.form.change('link', 'https://code.org/x');
  await first.form.submit();
  expect($toasts.get().at(-1)?.text).toBe('Assignment submitted successfully!');
  expect(assignmentOf('ml').$state.get().data?.submissions.length).toBe(1);
  expect(readDraft({ name: 'assignment-a1-0', owner: '' })).toBeNull();
  const again = openForm(submission('NEEDS_REVISION').history[0]);
  expect(again.form.$form.get().values).toEqual({ type: 'TEXT_SUBMISSION', link: '', text: 'answer 1' });
  await again.form.submit();
  expect($toasts.get().at(-1)?.text).toBe('Assignment resubmitted successfully!');
});

test('P45 an answer whose session ends while it is sent leaves no draft beside it', async () => {
  const draft = { name: 'assignment-a1-0', owner: 'u1' };
  beginSession({ id: 'u1' } as Parameters<typeof beginSession>[0]);
  browser.answer(SUBMIT, () => {
    stopSession();
    return ok({});
  });
  const { form } = openForm();
  form.change('link', 'https://code.org/x');
  expect(readDraft(draft)).not.toBeNull();
  await form.submit();
  expect(readDraft(draft)).toBeNull();
});
