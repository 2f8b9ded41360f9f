import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure } from '../action/failures.ts';

const NOTHING_CHANGED = 'Nothing was changed';

/** Its message is shown as it is. */
export class ShownFailure extends Error {}

export interface StaffFormRules<Values> {
  initial: Values;
  /** Faults by field; an empty object lets the form through. */
  validate: (values: Values) => FieldErrors<Values>;
  save: (values: Values) => Promise<unknown>;
  /** True if nothing changed: the dialog closes without sending. */
  isUnchanged?: (values: Values) => boolean;
  /** Id of the edited thing, null for a new one; the draft is stored under it. */
  draftId: string | null;
  /** Lower case, for 'Failed to create cohort: …'. */
  action: string;
  /** Null if the screen reports the success itself. */
  done: string | null;
  /** By error code of the API. */
  fieldFailures?: Readonly<Record<string, FieldErrors<Values>>>;
  onSaved: () => void;
}

/** Keeps typed text for the same account when the session ends (docs/security.md P45). */
export function createStaffForm<Values extends object>({
  initial,
  draftId,
  validate,
  save,
  isUnchanged = () => false,
  action,
  done,
  fieldFailures = {},
  onSaved,
}: StaffFormRules<Values>): Form<Values> {
  const form = createForm({
    initial,
    draft: {
      key: () => ({ name: `${action}-${draftId ?? 'new'}`, owner: findOwner() ?? '' }),
      fields: (Object.keys(initial) as (keyof Values & string)[]).filter(
        (name) => typeof initial[name] === 'string',
      ),
    },
    validate,
    describe: (error) => (error instanceof ShownFailure ? error.message : toActionFailure(action, error)),
    explain: (error) => (error instanceof ApiFailure && error.code ? (fieldFailures[error.code] ?? {}) : {}),
    submit: async (values) => {
      const nothing = isUnchanged(values);
      if (!nothing) await save(values);
      if (nothing) showToast({ text: NOTHING_CHANGED, tone: 'info' });
      else if (done) showToast({ text: done });
      onSaved();
      return 'leaving';
    },
  });
  form.restore();
  return form;
}

interface EditorRules<Values, Body> extends Omit<StaffFormRules<Values>, 'save' | 'isUnchanged'> {
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
  return createStaffForm<Values>({
    ...rules,
    isUnchanged: (values) => draftId !== null && Object.keys(findChanges(values)).length === 0,
    save: async (values) => {
      const body = toBody(values);
      if (draftId === null) await create(body, keyOf(body));
      else await update(draftId, findChanges(values));
    },
  });
}

/**
 * The key stays while the body is the same, so that a retry after a lost answer creates nothing twice
 * (docs/security.md P41).
 */
function createKeys(): (body: unknown) => string {
  let last = { body: '', key: '' };
  return (body) => {
    const now = JSON.stringify(body);
    if (last.body !== now) last = { body: now, key: crypto.randomUUID() };
    return last.key;
  };
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

export function isChanged<Values extends object>(
  initial: Values,
  values: Values,
  except: readonly (keyof Values)[] = [],
): boolean {
  const rest = Object.fromEntries(except.map((name) => [name, null]));
  return JSON.stringify({ ...initial, ...rest }) !== JSON.stringify({ ...values, ...rest });
}

export function findTextFault(label: string, text: string, max: number): string | undefined {
  return text.trim() ? findLengthFault(label, text, max) : `${label} is required`;
}

export function findLengthFault(label: string, text: string, max: number): string | undefined {
  return lengthOf(text.trim()) > max ? toTooLong(label, max) : undefined;
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

export interface ReasonRules extends Pick<StaffFormRules<{ reason: string }>, 'draftId' | 'action' | 'done'> {
  /** In characters. */
  min?: number;
  save: (reason: string) => Promise<unknown>;
}

export function createReasonForm({ min, save, ...rules }: ReasonRules, onSaved: () => void) {
  return createStaffForm({
    ...rules,
    initial: { reason: '' },
    validate: requireReason(min),
    save: ({ reason }) => save(reason.trim()),
    onSaved,
  });
}
