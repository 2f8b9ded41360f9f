import { openWeek } from '../data/league.ts';
import { findPlace, type LeagueView, type Place } from '../data/league-view.ts';
import { ASSIGNMENT_ANCHOR, rowId, sectionAnchor, weekAnchor } from '../data/row.ts';

type Anchored =
  | { kind: 'week'; weekId: string }
  | { kind: 'section'; weekId: string; sectionId: string }
  | { kind: 'resource'; place: Place };

/** Resolves '#module-…', '#topic-…' or '#resource-…'. */
export function findAnchored(league: LeagueView, hash: string): Anchored | null {
  const anchor = hash.replace(/^#/, '');
  const week = league.weeks.find(({ id }) => weekAnchor(id) === anchor);
  if (week) return { kind: 'week', weekId: week.id };
  for (const { id: weekId, sections } of league.weeks) {
    const section = sections.find(({ id }) => sectionAnchor(id) === anchor);
    if (section) return { kind: 'section', weekId, sectionId: section.id };
  }
  const place = findPlace(league, ({ id }) => rowId(id) === anchor);
  return place ? { kind: 'resource', place } : null;
}

export function showAnchored(league: LeagueView, hash: string): boolean {
  if (hash === `#${ASSIGNMENT_ANCHOR}`) {
    whenRendered(ASSIGNMENT_ANCHOR, (panel) => panel.scrollIntoView({ block: 'start' }));
    return true;
  }
  const found = findAnchored(league, hash);
  if (found?.kind === 'resource') showPlace(found.place);
  if (found?.kind === 'section') showSection(found);
  if (found?.kind === 'week') showWeek(found.weekId);
  return found !== null;
}

function showWeek(weekId: string): void {
  openWeek(weekId);
  whenRendered(weekAnchor(weekId), (panel) => {
    panel.scrollIntoView({ block: 'start' });
    panel.querySelector('button')?.focus({ preventScroll: true });
  });
}

function showSection({ weekId, sectionId }: { weekId: string; sectionId: string }): void {
  openWeek(weekId);
  whenRendered(sectionAnchor(sectionId), (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}

export function showPlace({ week, resource }: Place): void {
  openWeek(week.id);
  whenRendered(rowId(resource.id), (row) => {
    row.scrollIntoView({ block: 'center' });
    row.querySelector('a')?.focus({ preventScroll: true });
  });
}

// A long week renders over several frames.
const FRAMES_MAX = 120;

function whenRendered(id: string, show: (element: HTMLElement) => void): void {
  let frames = 0;
  const look = () => {
    const element = document.getElementById(id);
    if (element) show(element);
    else if (++frames < FRAMES_MAX) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
