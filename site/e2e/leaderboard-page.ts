import type { Page } from '@playwright/test';
import type { LeaderboardRow } from '../../api/contract/leaderboard.ts';
import { expect } from './fixtures.ts';
import { imaginaryBoard, imaginaryLeagues, imaginaryStanding } from './imaginary.ts';
import { actAs, succeed } from './learner.ts';

export const PATH = '/dashboard/leaderboard';
export const table = (page: Page) => page.getByRole('table', { name: 'Community Leaderboard' });
export const lines = (page: Page) => table(page).locator('tbody').getByRole('row');

/** Rows for as many learners, in order. */
export const standings = (count: number) =>
  Array.from({ length: count }, (_, index) => imaginaryStanding(index + 1));

/** Answers the calls of the leaderboard. */
export async function answerRows(
  page: Page,
  leaderboard: LeaderboardRow[],
  changes: Parameters<typeof imaginaryBoard>[1] = {},
): Promise<void> {
  await succeed(page, '/leagues', imaginaryLeagues(['ML', 'Quantum']));
  await succeed(page, '/leaderboard', imaginaryBoard(leaderboard, { ownRank: null, ...changes }));
}

/** The leaderboard with these rows, seen by the learner of the first. */
export async function openWith(page: Page, rows: LeaderboardRow[]): Promise<void> {
  await actAs(page, { id: rows[0]?.user.id ?? 'user-abc123' });
  await answerRows(page, rows);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Top Performers' })).toBeVisible();
}
