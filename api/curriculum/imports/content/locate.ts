import { INTEGER_MAX } from '#contract/constants.ts';
import { IMPORT_REASONS, IMPORT_ROWS_MAX } from '#contract/imports.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { cleanText } from '#contract/text.ts';
import { validate } from '../plan.ts';
import { CONTENT_RULES } from './kinds.ts';
import type { ContentKind, Item, NamedLeague, Tree } from './tree.ts';

type Values = Readonly<Record<string, string>>;
type Found<Thing> = { found: Thing; reason: null } | { found: null; reason: string };

const refused = (reason: string) => ({ found: null, reason });

export function foldName(name: string): string {
  return cleanText(name).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

/** Prefers the exact name, then the only match that ignores case and spaces. */
export class LeagueNames<League extends NamedLeague> {
  private readonly exact: ReadonlyMap<string, League>;
  private readonly folded: ReadonlyMap<string, League[]>;

  constructor(leagues: Iterable<League>) {
    const all = [...leagues];
    this.exact = new Map(all.map((league) => [league.name, league]));
    this.folded = Map.groupBy(all, ({ name }) => foldName(name));
  }

  find(name: string): Found<League> {
    const exact = this.exact.get(cleanText(name));
    if (exact) return { found: exact, reason: null };
    const [only, another] = this.folded.get(foldName(name)) ?? [];
    if (another) return refused(IMPORT_REASONS.leagueAmbiguous);
    return only ? { found: only, reason: null } : refused(LEAGUE_ERRORS.LEAGUE_NOT_FOUND.text);
  }
}

export interface LeagueBook {
  byId: ReadonlyMap<string, NamedLeague>;
  byName: LeagueNames<NamedLeague>;
}

export function makeLeagueBook(byId: ReadonlyMap<string, NamedLeague>): LeagueBook {
  return { byId, byName: new LeagueNames(byId.values()) };
}

/** Uses the row's own cells, else `otherwise`, the chosen league or that of the named thing. */
export function findRowLeague(
  book: LeagueBook,
  { leagueId, league }: Values,
  otherwise: string | undefined,
): Found<NamedLeague> {
  const isSaid = Boolean(leagueId || league);
  if (!isSaid && otherwise === undefined) return refused('leagueId is required');
  if (league && !leagueId) return book.byName.find(league);
  const found = book.byId.get(leagueId || (otherwise ?? ''));
  return found ? { found, reason: null } : refused(LEAGUE_ERRORS.LEAGUE_NOT_FOUND.text);
}

export class ParentFinder {
  private readonly weeksOf: ReadonlyMap<string, Item[]>;
  private readonly sectionsOf: ReadonlyMap<string, Item[]>;
  private readonly folded = new Map<string, string>();
  /** Modules and topics that resource rows name but the league lacks, by temporary id. */
  private readonly added = new Map<string, Item>();

  constructor(
    private readonly kind: ContentKind,
    private readonly tree: Tree,
  ) {
    this.weeksOf = Map.groupBy(tree.weeks.values(), ({ parentId }) => parentId);
    this.sectionsOf = Map.groupBy(tree.sections.values(), ({ parentId }) => parentId);
    for (const { id, name } of [...tree.weeks.values(), ...tree.sections.values()]) {
      this.folded.set(id, foldName(name));
    }
  }

  find(leagueId: string, values: Values, item: Item | null): Found<string> {
    if (this.kind === 'weeks') return { found: leagueId, reason: null };
    const weeks = this.narrow(this.weeksOf.get(leagueId) ?? [], values.weekId, values.weekOrder, values.week);
    const weekSaid = Boolean(values.weekId || values.weekOrder || values.week);
    const isNewTopic =
      this.kind === 'resources' && !item && isNewName(values.section, values.sectionOrder, values.sectionId);
    if (weekSaid && weeks.length === 0) {
      const isNewModule = isNewTopic && isNewName(values.week, values.weekOrder, values.weekId);
      if (!isNewModule) return refused(IMPORT_REASONS.moduleMissing);
      const { found: week, reason } = this.add('weeks', leagueId, leagueId, values.week);
      return week ? this.addTopic(week, values) : refused(reason);
    }
    if (this.kind === 'sections') {
      return choose(weeks, weekSaid, item, { ...WEEK_WORDS, missing: IMPORT_REASONS.moduleMissing });
    }
    const sections = this.narrow(
      weeks.flatMap(({ id }) => this.sectionsOf.get(id) ?? []),
      values.sectionId,
      values.sectionOrder,
      values.section,
    );
    const isSaid = Boolean(values.sectionId || values.sectionOrder || values.section);
    const [week, another] = weeks;
    if (isNewTopic && sections.length === 0 && week && !another) return this.addTopic(week, values);
    const missing =
      week && !another
        ? IMPORT_REASONS.topicMissing.replace('{module}', () => week.name)
        : IMPORT_REASONS.topicMissingInLeague;
    return choose(sections, isSaid, item, { ...SECTION_WORDS, missing });
  }

  /** For example ['Basics', 'What money is']; empty for a week. */
  pathOf(parentId: string): string[] {
    const section = this.tree.sections.get(parentId) ?? this.added.get(parentId);
    const weekId = section ? section.parentId : parentId;
    const week = this.tree.weeks.get(weekId) ?? this.added.get(weekId);
    return [week?.name, section?.name].filter((name) => name !== undefined);
  }

  /** Parents to create for these sections, in file order after the existing ones. */
  listAdded(sectionIds: readonly string[]): { weeks: Item[]; sections: Item[] } {
    const pick = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => this.added.get(id) ?? []);
    const newSections = pick(sectionIds);
    const newWeeks = pick(newSections.map(({ parentId }) => parentId));
    return {
      weeks: toLast(newWeeks, (id) => this.weeksOf.get(id)),
      sections: toLast(newSections, (id) => this.sectionsOf.get(id)),
    };
  }

  private addTopic(week: Item, values: Values): Found<string> {
    const { found, reason } = this.add('sections', week.leagueId, week.id, values.section);
    return found ? { found: found.id, reason: null } : refused(reason);
  }

  private add(kind: 'weeks' | 'sections', leagueId: string, parentId: string, said = ''): Found<Item> {
    const id = `${parentId}\n${foldName(said)}`;
    const before = this.added.get(id);
    if (before) return { found: before, reason: null };
    const { create, parentField: parent, taken } = CONTENT_RULES[kind];
    const { value, fault } = validate(create, { name: said, [parent]: parentId });
    const siblings = (kind === 'weeks' ? this.weeksOf : this.sectionsOf).get(parentId) ?? [];
    const isFull = lastOrder(siblings) > INTEGER_MAX - IMPORT_ROWS_MAX;
    const words = isFull ? taken.text.replace('{order}', String(INTEGER_MAX)) : fault;
    if (words !== null) {
      const reason = kind === 'weeks' ? IMPORT_REASONS.newModule : IMPORT_REASONS.newTopic;
      return refused(reason.replace('{fault}', () => words));
    }
    const name = String(value?.name);
    const item = { id, leagueId, parentId, order: 0, name, fields: { name } };
    this.added.set(id, item);
    return { found: item, reason: null };
  }

  private narrow(items: Item[], id = '', order = '', name = ''): Item[] {
    if (id) return items.filter((item) => item.id === id);
    const ordered = order ? items.filter((item) => String(item.order) === order) : items;
    if (!name) return ordered;
    const wanted = foldName(name);
    const named = ordered.filter((item) => this.folded.get(item.id) === wanted);
    return named.length > 0 ? named : ordered.filter((item) => String(item.order) === name);
  }
}

// A number alone would be an order.
function isNewName(name = '', order = '', id = ''): boolean {
  return name !== '' && !/^\d+$/.test(name) && order === '' && id === '';
}

function lastOrder(items: readonly Item[]): number {
  return items.reduce((last, { order }) => Math.max(last, order), 0);
}

function toLast(items: readonly Item[], siblingsOf: (parentId: string) => Item[] | undefined): Item[] {
  const byParent = Map.groupBy(items, ({ parentId }) => parentId);
  return [...byParent].flatMap(([parentId, added]) => {
    const last = lastOrder(siblingsOf(parentId) ?? []);
    return added.map((item, index) => ({ ...item, order: last + index + 1 }));
  });
}

const WEEK_WORDS = { required: 'weekId is required', things: 'modules' };
const SECTION_WORDS = { required: 'sectionId is required', things: 'topics' };

function choose(
  candidates: readonly Item[],
  isSaid: boolean,
  item: Item | null,
  { required, things, missing }: { required: string; things: string; missing: string },
): Found<string> {
  if (item && (!isSaid || candidates.some(({ id }) => id === item.parentId))) {
    return { found: item.parentId, reason: null };
  }
  if (!isSaid) return refused(required);
  const [only, another] = candidates;
  if (!only) return refused(missing);
  if (another) return refused(IMPORT_REASONS.ambiguous.replace('{things}', things));
  return { found: only.id, reason: null };
}
