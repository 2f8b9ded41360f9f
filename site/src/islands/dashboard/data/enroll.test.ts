import { beforeEach, describe, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { leagueList } from './catalogue.ts';
import { $enrolledHere, cohortList, enroll, pickCohortId } from './enroll.ts';

let league = { id: 'ml', isExpired: false };
const browser = setUpFakeBrowser();

let opened = 0;
beforeEach(() => {
  opened += 1;
  league = { id: `league-${opened}`, isExpired: false };
  cohortList.invalidate();
  browser.answer('GET /cohorts', ok({ cohorts: [{ id: 'fall' }, { id: 'summer' }] }));
  browser.answer('POST /progress/enroll', ok({ enrollment: {} }));
});

describe('enrolling', () => {
  test("LEAGUES-14 sends 'default' where there are no cohorts", async () => {
    browser.answer('GET /cohorts', ok({ cohorts: [] }));
    await enroll(league);
    expect(browser.sent('POST /progress/enroll')[0]?.body).toEqual({
      cohortId: 'default',
      leagueId: league.id,
    });
    expect(pickCohortId(null)).toBe('default');
  });

  test('LEAGUES-04 LEAGUES-15 what was enrolled in is known at once, and pressing again sends nothing', async () => {
    await enroll(league);
    expect($enrolledHere.get().has(league.id)).toBe(true);
    expect(await enroll(league)).toBeNull();
    expect(browser.sent('POST /progress/enroll')).toHaveLength(1);
  });

  test('LEAGUES-15 whoever enrolled in another tab meanwhile hears no failure', async () => {
    const text = 'User is already enrolled in this cohort/league combination';
    browser.answer('POST /progress/enroll', refusal(409, text, { code: 'ALREADY_ENROLLED' }));
    expect((await enroll(league))?.kind).toBe('enrolled');
    expect($enrolledHere.get().has(league.id)).toBe(true);
  });

  test('OPEN-51 an enrollment drops the remembered leagues', async () => {
    browser.answer('GET /leagues', ok({ leagues: [] }));
    await leagueList.ensure();
    expect(await leagueList.ensure()).toBe(false);
    await enroll(league);
    expect(await leagueList.ensure()).toBe(true);
  });
});
