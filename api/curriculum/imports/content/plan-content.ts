import { decideScope } from '#contract/access.ts';
import { INTEGER_MAX } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { IMPORT_REASONS } from '#contract/imports.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { isId } from '#contract/text.ts';
import { type Actor, listScopes, requireScope } from '../../../platform/access/actor.ts';
import type { Database } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type CsvFile, type CsvRow, listNames } from '../csv-file.ts';
import { listRowChanges, makePlan, mapYielding, type Plan, type PlannedRow, validate } from '../plan.ts';
import { CONTENT_RULES, defaultsOf, toBodyValue } from './kinds.ts';
import { findRowLeague, foldName, type LeagueBook, makeLeagueBook, ParentFinder } from './locate.ts';
import { type ContentKind, findLeaguesOf, type Item, readLeagues, readTree } from './tree.ts';

export interface ContentRow extends PlannedRow {
  leagueId: string | null;
  parentId: string | null;
  item: Item | null;
  patch: Item['fields'];
}

export interface ContentPlan extends Plan<ContentRow> {
  /** Modules and topics that new resources need, with temporary ids. */
  added: { weeks: Item[]; sections: Item[] };
}

/**
 * Matches a row by id, else by its order within the parent, else by name and URL; an unmatched row is new
 * (docs/decisions/0027). Throws LEAGUE_NOT_FOUND or a scope error for a chosen league; rows of other leagues are
 * refused singly.
 */
export async function planContent(
  db: Database,
  actor: Actor,
  kind: ContentKind,
  csvFile: CsvFile,
  chosenId: string | undefined,
): Promise<ContentPlan> {
  const book = makeLeagueBook(await readLeagues(db));
  if (chosenId !== undefined) {
    if (!book.byId.has(chosenId)) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
    await requireScope(db, actor, chosenId, 'canCreateContent');
  }
  const refuseScope = await readScope(db, actor);
  const named = [...new Set(csvFile.rows.map(({ values }) => values.id ?? ''))].filter(isId);
  const leagueOf = await findLeaguesOf(db, kind, named);
  const checked = await mapYielding(csvFile.rows, (row) =>
    checkAccess(row, { kind, book, chosenId, leagueOf, refuseScope }),
  );
  const concerned = new Set(
    checked.flatMap(({ leagueId, reasons }) => (leagueId && !reasons.length ? [leagueId] : [])),
  );
  const tree = await readTree(db, kind, [...concerned]);
  const items = tree[kind];
  const finder = new ParentFinder(kind, tree);
  const existing = new Map(
    [...items.values()]
      .toSorted((one, other) => other.order - one.order)
      .flatMap((item) => [
        [toPlace(item.parentId, item.order), item] as const,
        [toLikeness(item.parentId, item.name, item.fields.url), item] as const,
      ]),
  );
  const lines = new Map<string, number>();
  const context: Context = { kind, csvFile, book, finder, items, existing, lines, named: new Set(named) };
  const rows = await mapYielding(checked, (start) => planRow(start, context));
  putLast(kind, items.values(), rows);
  refuseConflicts(kind, items, rows);
  const added = finder.listAdded(
    rows.flatMap(({ outcome, parentId }) => (outcome === 'create' && parentId ? [parentId] : [])),
  );
  const notes = [
    ...listNames(
      'New modules',
      added.weeks.map(({ name }) => name),
    ),
    ...listNames(
      'New topics',
      added.sections.map(({ id }) => finder.pathOf(id).join(' › ')),
    ),
  ];
  const plan = makePlan(
    kind,
    { ...csvFile, notes: [...csvFile.notes, ...notes] },
    rows,
    ({ parentId }) => parentId,
  );
  if (added.sections.length === 0) return { ...plan, added };
  return { ...plan, added, parents: { weeks: added.weeks.length, sections: added.sections.length } };
}

const toPlace = (parentId: string | null, order: unknown) => `${parentId} ${order}`;
const toLikeness = (parentId: string | null, name: unknown, url: unknown) =>
  [parentId, foldName(String(name)), url].join('\n');

// Returns the reason why the caller may not write in a league, or null.
async function readScope(db: Database, actor: Actor): Promise<(leagueId: string) => string | null> {
  const scopes = actor.role === 'GRAND_PATHFINDER' ? [] : await listScopes(db, actor);
  return (leagueId) => {
    const decision = decideScope(actor, scopes, leagueId, 'canCreateContent');
    return decision.allowed ? null : ERRORS[decision.reason].text;
  };
}

interface CheckedRow {
  row: CsvRow;
  leagueId: string | null;
  reasons: string[];
}

// Runs before anything of the league is read, so that refusals reveal nothing about it.
function checkAccess(
  row: CsvRow,
  {
    kind,
    book,
    chosenId,
    leagueOf,
    refuseScope,
  }: {
    kind: ContentKind;
    book: LeagueBook;
    chosenId: string | undefined;
    leagueOf: ReadonlyMap<string, string>;
    refuseScope: (leagueId: string) => string | null;
  },
): CheckedRow {
  const refuse = (reason: string): CheckedRow => ({ row, leagueId: null, reasons: [reason] });
  const { values } = row;
  if (row.hasMore) return refuse(IMPORT_REASONS.tooManyCells);
  if (row.damage.length > 0) return { row, leagueId: null, reasons: [...row.damage] };
  const ofItem = values.id ? leagueOf.get(values.id) : undefined;
  if (values.id && ofItem === undefined) return refuse(CONTENT_RULES[kind].missing.text);
  const { found, reason } = findRowLeague(book, values, ofItem ?? chosenId);
  if (!found) return refuse(reason);
  const outOfScope = refuseScope(found.id) ?? (ofItem ? refuseScope(ofItem) : null);
  if (outOfScope) return refuse(outOfScope);
  if (chosenId !== undefined && found.id !== chosenId) return refuse(IMPORT_REASONS.otherLeague);
  if (ofItem !== undefined && found.id !== ofItem) return refuse(IMPORT_REASONS.elsewhere);
  return { row, leagueId: found.id, reasons: [] };
}

interface Context {
  kind: ContentKind;
  csvFile: CsvFile;
  book: LeagueBook;
  finder: ParentFinder;
  items: ReadonlyMap<string, Item>;
  existing: ReadonlyMap<string, Item>;
  lines: Map<string, number>;
  named: ReadonlySet<string>;
}

function planRow({ row, leagueId, reasons }: CheckedRow, context: Context): ContentRow {
  const { kind, csvFile, finder, items, existing, lines, named } = context;
  const { thing, named: nameField, parentField: parent, create, update, missing } = CONTENT_RULES[kind];
  const fields = [...Object.keys(CONTENT_RULES[kind].fields), 'order'];
  const defaults = defaultsOf(CONTENT_RULES[kind]);
  const { line, values } = row;
  const base = { line, leagueId, patch: {}, item: null, parentId: null, targetId: null, changes: [] };
  const label = values[nameField] || values.id || '';
  if (leagueId === null || reasons.length > 0) {
    return { ...base, outcome: 'refused', label, place: toSaidPlace(values), reasons };
  }
  const byId = values.id ? (items.get(values.id) ?? null) : null;
  // Removed after its league was looked up.
  const faults: string[] = values.id && !byId ? [missing.text] : [];
  const { found: parentId, reason } = finder.find(leagueId, values, byId);
  if (reason !== null) faults.push(reason);
  if (byId && parentId !== null && parentId !== byId.parentId) faults.push(IMPORT_REASONS.elsewhere);

  const given = Object.fromEntries(
    fields
      .filter((field) => csvFile.fields.has(field) && (values[field] || !(field in defaults)))
      .map((field) => [field, toBodyValue(kind, field, values[field] ?? '')]),
  );
  const judged = byId
    ? validate(update, given)
    : validate(create, { ...defaults, ...given, [parent]: parentId ?? 'unknown' });
  const { value } = judged;
  const key =
    given.order === undefined
      ? toLikeness(parentId, value?.[nameField], value?.url)
      : toPlace(parentId, given.order);
  const found = existing.get(key);
  const item = byId ?? (found && !named.has(found.id) ? found : null);
  if (judged.fault !== null) faults.push(judged.fault);
  const place = [context.book.byId.get(leagueId)?.name, ...finder.pathOf(parentId ?? '')].join(' › ');
  const about = { ...base, label: label || (item?.name ?? ''), place: reason ? toSaidPlace(values) : place };
  if (faults.length > 0 || value === null || parentId === null) {
    return { ...about, outcome: 'refused', reasons: faults };
  }

  const identity = item ? item.id : key;
  const first = lines.get(identity);
  if (first !== undefined) {
    const twice = IMPORT_REASONS.twice.replace('{line}', String(first)).replace('{thing}', thing);
    return { ...about, outcome: 'refused', reasons: [twice] };
  }
  lines.set(identity, line);
  const patch = Object.fromEntries(
    fields.flatMap((field) => {
      if (item && !(field in given)) return [];
      const written = value[field] as string | number | null | undefined;
      return written === undefined ? [] : [[field, written]];
    }),
  );
  const changes = listRowChanges(kind, item?.fields ?? null, patch);
  const outcome = item ? (changes.length > 0 ? 'update' : 'unchanged') : 'create';
  return { ...about, parentId, item, targetId: item?.id ?? null, patch, changes, outcome, reasons: [] };
}

function toSaidPlace({ league, week, weekOrder, section, sectionOrder }: CsvRow['values']): string | null {
  return [league, week || weekOrder, section || sectionOrder].filter(Boolean).join(' › ') || null;
}

function putLast(kind: ContentKind, items: Iterable<Item>, rows: ContentRow[]): void {
  const last = new Map<string, number>();
  const note = (parentId: string, order: number) =>
    last.set(parentId, Math.max(last.get(parentId) ?? 0, order));
  for (const { parentId, order } of items) note(parentId, order);
  for (const { parentId, patch } of rows) note(parentId ?? '', Number(patch.order ?? 0));
  for (const row of rows) {
    if (row.outcome !== 'create' || row.patch.order !== undefined) continue;
    const parentId = row.parentId ?? '';
    // At the maximum the order collides and is refused.
    const order = Math.min((last.get(parentId) ?? 0) + 1, INTEGER_MAX);
    note(parentId, order);
    row.patch = { ...row.patch, order };
    row.changes = listRowChanges(kind, null, row.patch);
  }
}

function refuseConflicts(kind: ContentKind, items: ReadonlyMap<string, Item>, rows: ContentRow[]): void {
  const claims = new Map<OrderClaim, ContentRow>();
  for (const row of rows) {
    const order = Number(row.patch.order ?? row.item?.order);
    const isClaim = row.outcome === 'create' || (row.outcome === 'update' && order !== row.item?.order);
    if (isClaim) claims.set({ line: row.line, parentId: row.parentId ?? '', order, item: row.item }, row);
  }
  for (const claim of findConflictingClaims(items.values(), [...claims.keys()])) {
    const row = claims.get(claim);
    if (!row) continue;
    row.outcome = 'refused';
    row.reasons = [CONTENT_RULES[kind].taken.text.replace('{order}', String(claim.order))];
    row.changes = [];
  }
}

export interface OrderClaim {
  line: number;
  parentId: string;
  order: number;
  /** The moving thing with its current order; null for a new one. */
  item: { id: string; order: number } | null;
}

interface ExistingItem {
  id: string;
  parentId: string;
  order: number;
}

/**
 * Finds claims to refuse so that no two things of a parent share an order. The first line wins; a refused move keeps
 * its old order, which may defeat another claim.
 */
export function findConflictingClaims(
  existing: Iterable<ExistingItem>,
  claims: readonly OrderClaim[],
): Set<OrderClaim> {
  const moving = new Set(claims.flatMap(({ item }) => (item ? [item.id] : [])));
  const places = new Map<string, (OrderClaim | null)[]>();
  const put = (parentId: string, order: number, by: OrderClaim | null): string => {
    const place = `${parentId} ${order}`;
    places.set(place, [...(places.get(place) ?? []), by]);
    return place;
  };
  for (const { id, parentId, order } of existing) if (!moving.has(id)) put(parentId, order, null);
  const contested = claims.map((claim) => put(claim.parentId, claim.order, claim));

  const conflicting = new Set<OrderClaim>();
  for (let place = contested.pop(); place !== undefined; place = contested.pop()) {
    const wanting = places.get(place) ?? [];
    if (wanting.length < 2) continue;
    const winner = wanting.includes(null) ? null : firstOf(wanting);
    places.set(place, [winner]);
    for (const claim of wanting) {
      if (claim === winner || claim === null) continue;
      conflicting.add(claim);
      if (claim.item) contested.push(put(claim.parentId, claim.item.order, null));
    }
  }
  return conflicting;
}

function firstOf(claims: readonly (OrderClaim | null)[]): OrderClaim | null {
  return claims.reduce((first, claim) => (first && claim && claim.line > first.line ? first : claim), null);
}
