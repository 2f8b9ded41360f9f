import { expect, test } from 'bun:test';
import { streakOf, toCalendarWeeks, toStreakHint, toZoneNote } from './calendar.ts';

test('the calendar has 53 whole weeks from Monday to Sunday, the present one last and open', () => {
  const weeks = toCalendarWeeks({ today: '2026-11-21', days: { '2026-11-21': 3, '2025-11-17': 12 } });
  expect([weeks.length, weeks[0]?.start, weeks.at(-1)?.start]).toEqual([53, '2025-11-17', '2026-11-16']);
  expect(weeks[0]?.days[0]).toEqual({
    day: '2025-11-17',
    count: 12,
    level: 4,
    date: 'Mon, Nov 17, 2025',
  });
  expect(weeks.at(-1)?.days.map((day) => day?.count ?? null)).toEqual([0, 0, 0, 0, 0, 3, null]);
  expect(weeks[0]?.name).toBe('Week of Nov 17, 2025');
  expect(weeks.every(({ days }) => days.length === 7)).toBe(true);
  expect(weeks.flatMap(({ month }) => month ?? [])).toEqual(
    'Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' '),
  );
});

test('it goes over a leap day and begins on a Monday whatever today is', () => {
  for (const today of ['2028-02-29', '2028-03-01', '2027-01-01', '2026-11-22', '2026-11-23']) {
    const weeks = toCalendarWeeks({ today, days: {} });
    const days = weeks.flatMap((week) => week.days.flatMap((day) => day?.day ?? []));
    expect(days.at(-1)).toBe(today);
    expect(new Set(days).size).toBe(days.length);
    expect(weeks.every(({ start }) => new Date(start).getUTCDay() === 1)).toBe(true);
  }
  const leap = toCalendarWeeks({ today: '2028-03-01', days: { '2028-02-29': 1 } });
  expect(leap.at(-1)?.days[1]).toMatchObject({ day: '2028-02-29', level: 1 });
});

test('the shade steps are 1, 3, 6 and 10 resources a day', () => {
  const days = { '2026-11-16': 1, '2026-11-17': 2, '2026-11-18': 3, '2026-11-19': 6, '2026-11-20': 10 };
  const [week] = toCalendarWeeks({ today: '2026-11-21', days }).slice(-1);
  expect(week?.days.map((day) => day?.level)).toEqual([1, 1, 2, 3, 4, 0, undefined]);
});

test('a day of a break has its name, both ends included', () => {
  const breaks = [{ name: 'Diwali', from: '2026-11-17', to: '2026-11-18' }];
  const [week] = toCalendarWeeks({ today: '2026-11-21', days: { '2026-11-18': 2 }, breaks }).slice(-1);
  expect(week?.days.map((day) => day?.rest)).toEqual([
    undefined,
    'Diwali',
    'Diwali',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the hint says what today asks for', () => {
  const hint = (days: number, isTodayDone: boolean, restsToday: string | null = null) =>
    toStreakHint({ days, longest: days, isTodayDone, restsToday });
  expect(hint(4, false)).toBe('Finish one resource today to keep it.');
  expect(hint(0, false)).toBe('Finish one resource today to start a streak.');
  expect(hint(1, true)).toBe('Day 1 done. Come back tomorrow for day 2.');
  expect(hint(5, true)).toBe('Today is done. See you tomorrow.');
  expect(hint(5, false, 'Diwali')).toBe('Diwali: streaks rest today.');
  expect(hint(5, true, 'Diwali')).toBe('Today is done. See you tomorrow.');
});

test('an earlier copy of the activity shows the agreed streak', () => {
  const agreed = { today: '2026-11-21', from: '2025-11-16', days: {}, activeDays: 4, isTodayDone: false };
  const activity = { ...agreed, currentStreak: 2, longestStreak: 3 };
  expect(streakOf(activity)).toEqual({ days: 2, longest: 3, isTodayDone: false, restsToday: null });
  const streak = { days: 5, longest: 6, isTodayDone: true, restsToday: null };
  expect(streakOf({ ...activity, streak })).toEqual(streak);
});

test('a reader whose clock shows another time is told whose days the calendar counts', () => {
  const now = new Date('2026-11-28T04:04:00Z');
  expect(toZoneNote('Asia/Kolkata', 'America/Los_Angeles', now)).toBe('Days are those of Asia/Kolkata.');
  expect(toZoneNote('Asia/Kolkata', 'Asia/Colombo', now)).toBeNull();
  expect(toZoneNote(undefined, 'America/Los_Angeles', now)).toBeNull();
});
