import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import { createDialogForm, createKeys, type DialogFormRules } from '#site/islands/shared/form/dialog-form.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';

interface EditorRules<Values, Body> extends Omit<DialogFormRules<Values>, 'save' | 'isUnchanged'> {
  toBody: (values: Values) => Body;
  /** Gets the same key while the body is the same. */
  create: (body: Body, idempotencyKey: string) => Promise<unknown>;
  /** Gets only the changed fields. */
  update: (id: string, changes: Partial<Body>) => Promise<unknown>;
  /** Sends the first field whenever the second one changed, such as a league with a module's order. */
  sentWith?: readonly [keyof Body, keyof Body] | undefined;
}

/** An update sends only changed fields, so that it does not overwrite other people's changes. */
export function createEditorForm<Values extends object, Body extends object>({
  toBody,
  create,
  update,
  sentWith,
  ...rules
}: EditorRules<Values, Body>): Form<Values> {
  const { draftId, initial } = rules;
  const keyOf = createKeys();
  const findChanges = (values: Values) => pickChanges(toBody(initial), toBody(values), sentWith);
  return createDialogForm<Values>({
    ...rules,
    isUnchanged: (values) => draftId !== null && Object.keys(findChanges(values)).length === 0,
    save: async (values) => {
      const body = toBody(values);
      if (draftId === null) await create(body, keyOf(body));
      else await update(draftId, findChanges(values));
    },
  });
}

function pickChanges<Body extends object>(
  before: Body,
  now: Body,
  sentWith?: readonly [keyof Body, keyof Body],
): Partial<Body> {
  const names = (Object.keys(now) as (keyof Body)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  const [owner, follower] = sentWith ?? [];
  if (owner && follower && names.includes(owner)) names.push(follower);
  return Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<Body>;
}

export function toEditorLabels(kind: string, isNew: boolean) {
  return isNew
    ? { title: `Create New ${kind}`, submitLabel: `Create ${kind}`, busyLabel: 'Creating…' }
    : { title: `Edit ${kind}`, submitLabel: 'Save Changes', busyLabel: 'Saving…' };
}

/** Removes `?new` from the address, so that a reload does not ask again. */
export function consumeNewParameter(): boolean {
  const params = new URLSearchParams(location.search);
  if (!params.has('new')) return false;
  params.delete('new');
  history.replaceState(history.state, '', `${location.pathname}${params.size > 0 ? `?${params}` : ''}`);
  return true;
}

/** Repeats the contract's rule and messages, so that the schema stays out of the browser bundle. */
export function requireReason(min = 1): (values: { reason: string }) => FieldErrors<{ reason: string }> {
  return ({ reason }) => {
    const length = lengthOf(reason.trim());
    if (length === 0) return { reason: 'Reason is required' };
    if (length < min) return { reason: `Reason must be ${min} characters or more` };
    return length > REASON_MAX_LENGTH ? { reason: toTooLong('Reason', REASON_MAX_LENGTH) } : {};
  };
}

export interface ReasonRules
  extends Pick<DialogFormRules<{ reason: string }>, 'draftId' | 'action' | 'done'> {
  /** In characters. */
  min?: number;
  save: (reason: string) => Promise<unknown>;
}

export function createReasonForm({ min, save, ...rules }: ReasonRules, onSaved: () => void) {
  return createDialogForm({
    ...rules,
    initial: { reason: '' },
    validate: requireReason(min),
    save: ({ reason }) => save(reason.trim()),
    onSaved,
  });
}
