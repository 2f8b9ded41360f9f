import { toLeagueId } from '#site/components/team/team-figures.ts';
import { findStatusId } from '#site/islands/testimonials/posts.ts';
import { LEGAL_SECTIONS, listSections } from '../content/legal.ts';
import type { Entry, Report } from './finding.ts';

// Paths below /events that are pages of their own.
const TAKEN_IDS = ['not-found', 'index', 'page', 'registration'];

export function checkReferences(entries: readonly Entry[], report: Report): void {
  const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind);
  checkEvents(ofKind('events'), report);
  checkHeroEvent(ofKind('home'), ofKind('events'), report);
  checkTeamLeagues(
    ofKind('league-cards'),
    [...ofKind('chief-pathfinders'), ...ofKind('pathfinders')],
    report,
  );
  checkLegalPages(ofKind('legal'), report);
  for (const entry of ofKind('testimonials')) {
    if (typeof entry.data.url === 'string' && findStatusId(entry.data.url) === null) {
      report(
        entry.file,
        entry.field('url'),
        'has no /status/ and number; this post will not be shown',
        'note',
      );
    }
  }
  for (const kind of ['league-cards', 'supporters', 'core-leads', 'chief-pathfinders', 'pathfinders']) {
    checkUnique(ofKind(kind), 'id', report);
  }
  checkUnique(ofKind('testimonials'), 'id', report);
  checkUnique(ofKind('testimonials'), 'url', report);
}

function checkEvents(events: readonly Entry[], report: Report): void {
  for (const { id, file, data } of events) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      report(file, '', `its folder '${id}' becomes its address: small letters, digits and hyphens only`);
    }
    if (TAKEN_IDS.includes(id))
      report(file, '', `its folder must not be called '${id}', that address is taken`);
    const images: unknown[] = Array.isArray(data.images) ? data.images : [];
    for (const [index, image] of images.entries()) {
      if (typeof image !== 'string') continue;
      report(
        file,
        `images[${index + 1}]`,
        "has no words for people who cannot see it: use 'url' and 'alt'",
        'note',
      );
    }
  }
}

function checkHeroEvent(homes: readonly Entry[], events: readonly Entry[], report: Report): void {
  for (const { file, data, field } of homes) {
    const { event, eventLabel } = (data.hero ?? {}) as { event?: unknown; eventLabel?: unknown };
    if (typeof event !== 'string') continue;
    if (!events.some(({ id }) => id === event)) {
      report(file, field('hero.event'), `there is no event '${event}' in the folder events`);
    }
    if (eventLabel === undefined) report(file, field('hero.eventLabel'), 'is missing: what is that event?');
  }
}

function checkTeamLeagues(cards: readonly Entry[], people: readonly Entry[], report: Report): void {
  const ids = cards.map(({ id }) => id);
  for (const { file, data, field } of people) {
    if (typeof data.league !== 'string' || ids.includes(toLeagueId(data.league))) continue;
    report(file, field('league'), `'${data.league}' is no league of league-cards.json (${ids.join(', ')})`);
  }
}

function checkLegalPages(pages: readonly Entry[], report: Report): void {
  for (const [id, sections] of Object.entries(LEGAL_SECTIONS)) {
    const page = pages.find((entry) => entry.id === id);
    if (!page) {
      report(`legal/${id}.md`, '', 'is missing');
      continue;
    }
    const present = listSections(page.body);
    for (const section of sections.filter((wanted) => !present.includes(wanted))) {
      report(page.file, '', `has no section '## ${section}'`);
    }
  }
}

function checkUnique(entries: readonly Entry[], key: string, report: Report): void {
  const seen = new Map<unknown, Entry>();
  for (const entry of entries) {
    const value = entry.data[key];
    if (value !== undefined && seen.has(value)) {
      report(entry.file, entry.field(key), `'${value}' is used twice in this file`);
    }
    seen.set(value, entry);
  }
}
