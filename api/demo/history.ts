import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { progressEvents } from '../platform/db/schema/learning.ts';
import type { DemoCurriculum } from './curriculum.ts';
import { createRandom, DAY_MS, type DemoPerson, HOUR_MS, isOfSummer, pick } from './people.ts';

interface Item {
  league: string;
  leagueId: string;
  sectionId: string;
  resourceId: string;
}
export type DemoLibrary = Map<string, Item[]>;

export interface DemoEvent {
  userId: string;
  resourceId: string;
  sectionId: string;
  leagueId: string;
  kind: 'COMPLETED' | 'NOTED' | 'MARKED_FOR_REVISION' | 'UNMARKED';
  personalNote?: string;
  timeSpentSeconds?: number;
  occurredAt: Date;
  /**
   * True for ticks that the story makes through the product: those that complete a league, and those of the last day.
   */
  isRunByStory?: boolean;
}

const MINUTE_MS = 60_000;
const SUMMER = { fromDaysAgo: 252, untilDaysAgo: 128 };

const NOTES = [
  'Read this twice. The second half only makes sense with the exercise done.',
  'The picture in the middle is the whole idea: **draw it from memory** before the quiz.',
  'Ask in the study circle on Thursday why the second example differs.',
  'Works with our own data too, see the notebook in the shared folder.',
  'Skip the first ten minutes, start at the derivation.',
  'Good for the report: cite the table near the end.',
  'if a < b then the list stays sorted: check the edge case `a == b`.',
  'To do again before the assignment.',
];

export async function readLibrary(tx: Database, curriculum: DemoCurriculum): Promise<DemoLibrary> {
  const rows = await queryRows<{ leagueId: string; sectionId: string; resourceId: string }>(
    tx,
    sql`select w.league_id as "leagueId", s.id as "sectionId", r.id as "resourceId"
      from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
      order by w.league_id, w."order", s."order", r."order"`,
  );
  const byLeague = Map.groupBy(rows, ({ leagueId }) => leagueId);
  return new Map(
    [...curriculum].map(([league, { id }]) => [
      league,
      (byLeague.get(id) ?? []).map((row) => ({ league, ...row })),
    ]),
  );
}

interface Moment {
  now: number;
  timeZone: string;
}

export function planHistory(
  people: readonly DemoPerson[],
  library: DemoLibrary,
  moment: Moment,
): DemoEvent[] {
  return people
    .flatMap((person) => planPerson(person, library, moment))
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

function planPerson(person: DemoPerson, library: DemoLibrary, moment: Moment): DemoEvent[] {
  const { account, index, joinedAt } = person;
  const { now } = moment;
  const random = createRandom(account.email);
  const chosen = Object.entries(account.progress).map(([league, share]) => {
    const items = library.get(league) ?? [];
    const done = items.slice(0, Math.round(items.length * share));
    return { league, done, next: items.slice(done.length) };
  });
  const summer = inOrder(chosen.filter(({ league }) => isOfSummer(league)));
  const term = inOrder(chosen.filter(({ league }) => !isOfSummer(league)));
  const joinedDaysAgo = Math.min(88, Math.floor((now - joinedAt.getTime()) / DAY_MS));
  const span = { fromDaysAgo: joinedDaysAgo - 1, untilDaysAgo: account.streak ? 0 : index % 11 };
  const timed = [
    ...spread(summer, SUMMER, random, moment),
    ...spread(term, { ...span, streak: account.streak ?? 0 }, random, moment),
  ];
  const finished = chosen.filter(({ next }) => next.length === 0).map(({ done }) => done.at(-1));
  return timed.flatMap(({ item, at }, position) => {
    const [tick, ...more] = planItem(person, item, { at, position, random, now });
    const isRunByStory = finished.includes(item) || at > now - DAY_MS;
    return tick ? [{ ...tick, isRunByStory }, ...more] : [];
  });
}

// Finished leagues come one after another, unfinished ones in parallel.
function inOrder(leagues: readonly { done: readonly Item[]; next: readonly Item[] }[]): Item[] {
  const placed = leagues.flatMap(({ done, next }, league) =>
    done.map((item, position) => ({
      item,
      place: next.length === 0 ? league - leagues.length : (position + 0.5) / done.length,
    })),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

interface Span {
  fromDaysAgo: number;
  untilDaysAgo: number;
  streak?: number;
}

// Assigns a time to each item, in order: busier on weekends and in the hackathon week, quiet during exams. All items of
// a day fall on one calendar day of the product's time zone.
function spread(
  items: readonly Item[],
  { fromDaysAgo, untilDaysAgo, streak = 0 }: Span,
  random: () => number,
  { now, timeZone }: Moment,
): { item: Item; at: number }[] {
  const inRow = Math.min(streak, items.length);
  // A free day before the streak, else it would be longer.
  const last = untilDaysAgo + inRow + (inRow > 0 ? 1 : 0);
  const first = Math.max(fromDaysAgo, last);
  const days = Array.from({ length: first - last + 1 }, (_, step) => first - step);
  const weights = days.map((day) => (random() < 0.55 ? 0 : weightOf(day, now)) + 1e-6);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hours = 1 + Math.floor(random() * 8);
  const end = endOfStudies(hours, { now, timeZone });
  const spreadOut = items.length - inRow;
  let passed = 0;
  let place = 0;
  const dayOf = (position: number) => {
    if (position >= spreadOut) return items.length - 1 - position;
    const target = ((position + 0.5) / spreadOut) * total;
    while (place < days.length - 1 && passed + (weights[place] ?? 0) < target) {
      passed += weights[place] ?? 0;
      place += 1;
    }
    return days[place] ?? untilDaysAgo;
  };
  const placed = items.map((item, position) => ({ item, day: dayOf(position) }));
  const sizes = Map.groupBy(placed, ({ day }) => day);
  return placed.map(({ item, day }) => {
    const sameDay = sizes.get(day) ?? [];
    const step = Math.min(14 * MINUTE_MS, (hours * HOUR_MS * 0.8) / sameDay.length);
    const nth = sameDay.findIndex((one) => one.item === item);
    return { item, at: end - day * DAY_MS - hours * HOUR_MS + Math.round(nth * step) };
  });
}

// Ends at midnight when today is younger than the study time.
function endOfStudies(hours: number, { now, timeZone }: Moment): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(now);
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const passed = hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + (now % 1000);
  return passed < hours * HOUR_MS ? now - passed : now;
}

/** A break of the streak. */
export const EXAMS = { name: 'Exam weeks', fromDaysAgo: 47, untilDaysAgo: 36 };

function weightOf(daysAgo: number, now: number): number {
  const weekday = new Date(now - daysAgo * DAY_MS).getUTCDay();
  const isExamined = daysAgo >= EXAMS.untilDaysAgo && daysAgo <= EXAMS.fromDaysAgo;
  const isHackathon = daysAgo >= 8 && daysAgo <= 14;
  return (weekday === 0 || weekday === 6 ? 1.6 : 1) * (isExamined ? 0.08 : 1) * (isHackathon ? 2.6 : 1);
}

function planItem(
  { id: userId, account }: DemoPerson,
  item: Item,
  { at, position, random, now }: { at: number; position: number; random: () => number; now: number },
): DemoEvent[] {
  const about = { userId, resourceId: item.resourceId, sectionId: item.sectionId, leagueId: item.leagueId };
  const event = (kind: DemoEvent['kind'], afterMs: number, more: Partial<DemoEvent> = {}): DemoEvent => ({
    ...about,
    kind,
    occurredAt: new Date(at + afterMs),
    ...more,
  });
  const [timed, noted, marked] = [random(), random(), random()];
  const isThorough = account.isThorough === true;
  const seconds = timed < (isThorough ? 0.7 : 0.25) ? 300 + Math.floor(random() * 36) * 60 : undefined;
  const events = [event('COMPLETED', 0, seconds === undefined ? {} : { timeSpentSeconds: seconds })];
  if (isThorough ? position % 4 === 1 : noted < 0.06) {
    events.push(event('NOTED', MINUTE_MS, { personalNote: pick(NOTES, random()) }));
  }
  if (isThorough ? position % 4 === 2 : marked < 0.05) {
    events.push(event('MARKED_FOR_REVISION', 2 * MINUTE_MS));
    if (now - at > 50 * DAY_MS) events.push(event('UNMARKED', 49 * DAY_MS));
  }
  return events;
}

/** Inserts the events before those of the story. Ids rise with time, as in real use. */
export async function insertHistory(tx: Database, events: readonly DemoEvent[]): Promise<void> {
  await insertRows(
    tx,
    progressEvents,
    events.map(({ isRunByStory: _, ...event }) => ({
      personalNote: null,
      timeSpentSeconds: null,
      ...event,
    })),
  );
}
