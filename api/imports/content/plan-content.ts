import { decideScope } from '#contract/access.ts';
import { ERRORS } from '#contract/errors.ts';
import { IMPORT_REASONS } from '#contract/imports.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { isId } from '#contract/text.ts';
import { type Actor, listScopes, requireScope } from '../../access/actor.ts';
import type { Database } from '../../db/client.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { CsvFile, CsvRow } from '../csv-file.ts';
import { mapYielding } from '../map-yielding.ts';
import { listRowChanges, makePlan, type Plan, type PlannedRow, validate } from '../plan.ts';
import { CONTENT_RULES, toBodyValue } from './kinds.ts';
import { findRowLeague, type LeagueBook, makeLeagueBook, ParentFinder } from './locate.ts';
import { findVainClaims, type OrderClaim } from './order-claims.ts';
import { type ContentKind, findLeaguesOf, type Item, readLeagues, readTree } from './tree.ts';

/** A row that is not refused knows where it belongs and what would stand there. */
export interface ContentRow extends PlannedRow {
  leagueId: string | null;
  parentId: string | null;
  item: Item | null;
  /** What would be written. */
  patch: Item['fields'];
}

/**
 * What a file of weeks, sections or resources would do now (docs/decisions/0027): a row is about the thing its ID
 * names, else about the one at its order in its parent, else it is a new one. A row is refused in the words of the
 * single call. Throws LEAGUE_NOT_FOUND and the scope's refusals for a chosen league; rows of other leagues are refused
 * one by one.
 */
export async function planContent(
  db: Database,
  actor: Actor,
  kind: ContentKind,
  csvFile: CsvFile,
  chosenId: string | undefined,
): Promise<Plan<ContentRow>> {
  const book = makeLeagueBook(await readLeagues(db));
  if (chosenId !== undefined) {
    if (!book.byId.has(chosenId)) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
    await requireScope(db, actor, chosenId, 'canCreateContent');
  }
  const refuseScope = await readScope(db, actor);
  const named = [...new Set(csvFile.rows.map(({ values }) => values.id ?? ''))].filter(isId);
  const leagueOf = await findLeaguesOf(db, kind, named);
  const begun = await mapYielding(csvFile.rows, (row) =>
    begin(row, { kind, book, chosenId, leagueOf, refuseScope }),
  );
  const concerned = new Set(
    begun.flatMap(({ leagueId, reasons }) => (leagueId && !reasons.length ? [leagueId] : [])),
  );
  const tree = await readTree(db, kind, [...concerned]);
  const items = tree[kind];
  const finder = new ParentFinder(kind, tree);
  const atPlace = new Map([...items.values()].map((item) => [`${item.parentId} ${item.order}`, item]));
  const lines = new Map<string, number>();
  const context: Context = { kind, csvFile, book, finder, items, atPlace, lines, named: new Set(named) };
  const rows = await mapYielding(begun, (start) => finish(start, context));
  refuseVain(kind, items, rows);
  return makePlan(kind, csvFile, rows, ({ parentId }) => parentId);
}

/** Why the caller may not write in a league; null where they may. */
async function readScope(db: Database, actor: Actor): Promise<(leagueId: string) => string | null> {
  const scopes = actor.role === 'GRAND_PATHFINDER' ? [] : await listScopes(db, actor);
  return (leagueId) => {
    const decision = decideScope(actor, scopes, leagueId, 'canCreateContent');
    return decision.allowed ? null : ERRORS[decision.reason].text;
  };
}

interface Begun {
  row: CsvRow;
  leagueId: string | null;
  reasons: string[];
}

/** What can be said of a row before anything of a league is read: nobody learns of a league they may not write in. */
function begin(
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
): Begun {
  const refuse = (reason: string): Begun => ({ row, leagueId: null, reasons: [reason] });
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
  atPlace: ReadonlyMap<string, Item>;
  /** The first line about a thing or a place. */
  lines: Map<string, number>;
  /** Every id of the file. */
  named: ReadonlySet<string>;
}

function finish({ row, leagueId, reasons }: Begun, context: Context): ContentRow {
  const { kind, csvFile, finder, items, atPlace, lines, named } = context;
  const { thing, fields, named: nameField, parent, create, update, missing } = CONTENT_RULES[kind];
  const { line, values } = row;
  const base = { line, leagueId, patch: {}, item: null, parentId: null, targetId: null, changes: [] };
  const label = values[nameField] || values.id || '';
  if (leagueId === null || reasons.length > 0) {
    return { ...base, outcome: 'refused', label, place: toSaidPlace(values), reasons };
  }
  const byId = values.id ? (items.get(values.id) ?? null) : null;
  // Removed since its league was looked up.
  const faults: string[] = values.id && !byId ? [missing.text] : [];
  const { found: parentId, reason } = finder.find(leagueId, values, byId);
  if (reason !== null) faults.push(reason);
  if (byId && parentId !== null && parentId !== byId.parentId) faults.push(IMPORT_REASONS.elsewhere);

  const given = Object.fromEntries(
    fields
      .filter((field) => csvFile.fields.has(field))
      .map((field) => [field, toBodyValue(field, values[field] ?? '')]),
  );
  const standing = atPlace.get(`${parentId} ${given.order}`);
  const item = byId ?? (standing && !named.has(standing.id) ? standing : null);
  const judged = byId
    ? validate(update, given)
    : validate(create, { ...given, [parent]: parentId ?? 'unknown' });
  if (judged.fault !== null) faults.push(judged.fault);
  const place = [context.book.byId.get(leagueId)?.name, ...finder.pathOf(parentId ?? '')].join(' › ');
  const about = { ...base, label: label || (item?.name ?? ''), place: reason ? toSaidPlace(values) : place };
  if (faults.length > 0 || judged.value === null || parentId === null) {
    return { ...about, outcome: 'refused', reasons: faults };
  }

  const identity = item ? item.id : `${parentId} ${given.order}`;
  const first = lines.get(identity);
  if (first !== undefined) {
    const twice = IMPORT_REASONS.twice.replace('{line}', String(first)).replace('{thing}', thing);
    return { ...about, outcome: 'refused', reasons: [twice] };
  }
  lines.set(identity, line);
  const { value } = judged;
  const patch = Object.fromEntries(
    fields.flatMap((field) => {
      // The schemas of the single calls let nothing else through.
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

/** Refuses rows whose order is another's, in the words of the single call. */
function refuseVain(kind: ContentKind, items: ReadonlyMap<string, Item>, rows: ContentRow[]): void {
  const claims = new Map<OrderClaim, ContentRow>();
  for (const row of rows) {
    const order = Number(row.patch.order ?? row.item?.order);
    const isClaim = row.outcome === 'create' || (row.outcome === 'update' && order !== row.item?.order);
    if (isClaim) claims.set({ line: row.line, parentId: row.parentId ?? '', order, item: row.item }, row);
  }
  for (const claim of findVainClaims(items.values(), [...claims.keys()])) {
    const row = claims.get(claim);
    if (!row) continue;
    row.outcome = 'refused';
    row.reasons = [CONTENT_RULES[kind].taken.text.replace('{order}', String(claim.order))];
    row.changes = [];
  }
}
