import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse, isHttpUrl, toWebAddress } from '#contract/text.ts';
import { type DialogFormRules, findLengthFault } from '#site/islands/shared/form/dialog-form.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import {
  findOrderFault,
  type OrderValues,
  type Sibling,
  suggestOrder,
  toSentOrder,
} from '../order/order-text.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { createEditorForm } from './staff-form.ts';

/** What is sent of each kind of field. */
interface SentTypes {
  text: string;
  url: string;
  /** Markdown. */
  prose: string | null;
  moment: string | null;
  /** YYYY-MM-DD. */
  day: string;
  number: number | null;
  /** The place among the siblings; null appends. */
  order: number | null | undefined;
  choice: string;
  switch: boolean;
}

export interface EditorField {
  kind: keyof SentTypes;
  label: string;
  /** In messages, where it differs from the label. */
  called?: string;
  required?: boolean;
  /** Longest text or greatest number. */
  max?: number;
  fault?: string;
  hint?: string;
  placeholder?: string;
  rows?: number;
}

export type EditorFields = Readonly<Record<string, EditorField>>;

export const NAME_FIELD = { kind: 'text', label: 'Name', required: true, max: NAME_MAX_LENGTH } as const;
export const DESCRIPTION_FIELD = {
  kind: 'prose',
  label: 'Description',
  max: DESCRIPTION_MAX_LENGTH,
} as const;
export const COHORT_FIELD = {
  kind: 'choice',
  label: 'Cohort',
  required: true,
  placeholder: 'Choose a cohort',
} as const;

export function orderField(parent: string) {
  const hint = `Its place in the ${parent}, from 1. At the end unless you change it.`;
  return { kind: 'order', label: 'Order', required: true, hint } as const;
}

/** As typed; '' for nothing. */
export type ValuesOf<Fields extends EditorFields> = {
  -readonly [Name in keyof Fields]: Fields[Name]['kind'] extends 'switch' ? boolean : string;
} & (Fields extends { order: EditorField } ? OrderValues : unknown);
type SentOf<Fields extends EditorFields, Types = SentTypes> = {
  -readonly [Name in keyof Fields]: Types[Fields[Name]['kind'] & keyof Types];
};
type CreatedOf<Fields extends EditorFields> = SentOf<Fields, SentTypes & { order?: number }>;

function mapFields<Fields extends EditorFields, Result>(
  fields: Fields,
  map: (name: keyof Fields & string, field: EditorField) => unknown,
): Result {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, map(name, field)]),
  ) as Result;
}

type Stored = Readonly<Record<string, unknown>>;

export function toTyped<Fields extends EditorFields>(fields: Fields, row: Stored | null): ValuesOf<Fields> {
  return mapFields(fields, (name, { kind }) => {
    const value = row?.[name] ?? null;
    if (kind === 'switch') return value === true;
    if (kind === 'moment') return toLocalInput(value as string | null);
    return String(value ?? '');
  });
}

export function toSent<Fields extends EditorFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): SentOf<Fields> {
  return mapFields(fields, (name, { kind }) => {
    const value: string | boolean = values[name];
    if (typeof value === 'boolean') return value;
    if (kind === 'text') return value.trim();
    if (kind === 'url') return toWebAddress(value);
    if (kind === 'prose') return cleanProse(value) || null;
    if (kind === 'moment') return fromLocalInput(value);
    if (kind === 'number') return value.trim() === '' ? null : Number(value);
    return value;
  });
}

export function findFaults<Fields extends EditorFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): FieldErrors<ValuesOf<Fields>> {
  return mapFields(fields, (name, field) => findFault(values[name], field));
}

function findFault(value: string | boolean, field: EditorField): string | undefined {
  const { kind, label, called = label, required, max, fault } = field;
  if (typeof value === 'boolean') return undefined;
  const text = value.trim();
  if (text === '') return required ? `${called} is required` : undefined;
  if (kind === 'url' && !isHttpUrl(toWebAddress(text))) return 'Enter a full link, starting with https://';
  if (max === undefined) return undefined;
  if (kind !== 'number') return findLengthFault(called, text, max);
  const isRight = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  return isRight ? undefined : (fault ?? `Enter a whole number from 1 to ${max}`);
}

/** Places a row among the others of its parent. */
export interface Placement<Fields extends EditorFields> {
  of: keyof Fields & string;
  /** Null while they load. */
  siblingsIn: (parentId: string) => readonly Sibling[] | null;
}

export function findPlaceFault<Fields extends EditorFields>(
  values: ValuesOf<Fields>,
  { of, siblingsIn }: Placement<Fields>,
  ownId?: string,
): string | undefined {
  const { order, suggestedOrder } = values as unknown as OrderValues;
  const parentId = String(values[of]);
  if (parentId && order === suggestedOrder) return undefined;
  return findOrderFault(order, siblingsIn(parentId) ?? [], ownId);
}

export interface Editor<Fields extends EditorFields> {
  /** API name, for 'Failed to update week: …'. */
  kind: string;
  title: string;
  fields: Fields;
  fieldFailures?: DialogFormRules<ValuesOf<Fields>>['fieldFailures'];
  place?: Placement<Fields>;
  list: {
    create(body: CreatedOf<Fields>, idempotencyKey: string): Promise<unknown>;
    update(id: string, changes: Partial<SentOf<Fields>>): Promise<unknown>;
  };
}

export function defineEditor<const Fields extends EditorFields>(editor: Editor<Fields>): Editor<Fields> {
  return editor;
}

export interface EditorStart<Fields extends EditorFields> {
  row: (Stored & { id: string }) | null;
  start?: Partial<ValuesOf<Fields>>;
  onSaved: () => void;
}

export function createRowForm<Fields extends EditorFields>(
  { kind, title, fields, fieldFailures, place, list }: Editor<Fields>,
  { row, start = {}, onSaved }: EditorStart<Fields>,
): Form<ValuesOf<Fields>> {
  const typed = toTyped(fields, row ?? start);
  return createEditorForm<ValuesOf<Fields>, SentOf<Fields>>({
    draftId: row?.id ?? null,
    initial: place ? { ...typed, ...suggestPlace(place, String(typed[place.of]), row) } : typed,
    validate: (values) => ({
      ...findFaults(fields, values),
      ...(place ? { order: findPlaceFault(values, place, row?.id) } : {}),
    }),
    action: `${row ? 'update' : 'create'} ${kind}`,
    done: `${title} ${row ? 'saved' : 'created'}`,
    fieldFailures,
    toBody: (values) => ({
      ...toSent(fields, values),
      ...(place ? { order: toSentOrder(values as unknown as OrderValues, row === null) } : {}),
    }),
    sentWith: place ? [place.of, 'order'] : undefined,
    create: (body, key) => list.create(body as CreatedOf<Fields>, key),
    update: (id, changes) => list.update(id, changes),
    onSaved,
  });
}

/** The row's own place at home, else the one after the last. */
export function suggestPlace<Fields extends EditorFields>(
  { of, siblingsIn }: Pick<Placement<Fields>, 'of' | 'siblingsIn'>,
  parentId: string,
  row: Stored | null,
): OrderValues {
  const own = row?.[of] === parentId ? Number(row.order) : undefined;
  return suggestOrder(parentId, siblingsIn(parentId), own);
}
