import type { Page } from '@playwright/test';
import type { Assignment } from '../../api/contract/assignments.ts';
import type { MySubmission, SubmissionAttempt } from '../../api/contract/submissions.ts';
import { expect } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { main, PATH } from './league-page.ts';
import { actAs, succeed } from './learner.ts';

export const ASSIGNMENT_CALL = '/assignments/league/league-0';
export const OWN_CALL = '/assignments/my-submissions';
export const SUBMIT_CALL = '/assignments/assignment-0/submit';
const DAY_MS = 86_400_000;

/** The moment so many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

export const panel = (page: Page) => main(page).getByRole('region', { name: 'Build a small thing' });
export const latest = (page: Page) => panel(page).getByRole('article').first();
export const form = (page: Page) => panel(page).getByRole('form');
export const offer = (page: Page) => panel(page).getByRole('button', { name: /^(Submit|Resubmit) answer$/ });
export const typeField = (page: Page) => form(page).getByRole('combobox', { name: 'Submission type' });
export const send = (page: Page) => form(page).getByRole('button', { name: /^Submit(ting|\s)/ });

export function imaginaryAssignment(changes: Partial<Assignment> = {}): Assignment {
  return {
    id: 'assignment-0',
    title: 'Build a small thing',
    description: 'Make it work, then make it clear.',
    dueDate: null,
    leagueId: 'league-0',
    league: { id: 'league-0', name: 'Quantum' },
    createdAt: inDays(-30),
    updatedAt: inDays(-30),
    ...changes,
  };
}

/** The learner's answer after these attempts, the latest first. */
export function imaginarySubmission(...attempts: Partial<SubmissionAttempt>[]): MySubmission {
  const history = attempts.map((changes, index) => ({
    number: attempts.length - index,
    status: 'SUBMITTED' as const,
    submittedAt: inDays(-index - 1),
    content: null,
    githubUrl: null,
    liveUrl: null,
    fileUrl: null,
    feedback: null,
    reviewedAt: null,
    ...changes,
  }));
  const [newest] = history;
  if (!newest) throw new Error('a submission has an attempt');
  const { number, ...state } = newest;
  return {
    id: 'submission-0',
    ...state,
    attempts: number,
    assignment: {
      id: 'assignment-0',
      title: 'Build a small thing',
      leagueId: 'league-0',
      league: { id: 'league-0', name: 'Quantum' },
    },
    history,
  };
}

/** A reply that says there is an assignment and does not carry it: the panel then asks for it. */
export function leagueWithAssignment(weeks: readonly (readonly number[])[] = [[2]]) {
  const { assignment: _, submissions: __, ...league } = imaginaryLeague({ weeks });
  league.league.hasAssignment = true;
  return league;
}

interface Stage {
  assignment?: Assignment;
  submissions?: MySubmission[];
}

/** A league's page with an assignment in the given state, scrolled to it. */
export async function openAssignment(
  page: Page,
  { assignment = imaginaryAssignment(), submissions = [] }: Stage = {},
): Promise<void> {
  await actAs(page);
  await succeed(page, '/progress/leagues/league-0', leagueWithAssignment());
  await succeed(page, ASSIGNMENT_CALL, assignment);
  await succeed(page, OWN_CALL, submissions);
  await page.goto(PATH);
  await reachAssignment(page);
  await expect(panel(page)).toBeVisible();
}

/** Scrolls down to where the assignment stands, which is what makes it load. */
export async function reachAssignment(page: Page): Promise<void> {
  await expect(main(page).locator('button[aria-expanded]').first()).toBeVisible();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
}

/** Comes back to the assignment on a freshly loaded page. */
export async function reopenAssignment(page: Page): Promise<void> {
  await page.reload();
  await reachAssignment(page);
}
