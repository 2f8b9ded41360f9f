import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure } from '../action/failures.ts';

/** Said when a form is saved as it was. */
export const NOTHING_CHANGED = 'Nothing was changed';

interface StaffFormRules<Values> {
  initial: Values;
  /** Faults by field; an empty object lets the form through. */
  validate: (values: Values) => FieldErrors<Values>;
  /** Sends the form and puts the answer into the list. Whatever it throws is shown in the dialog. */
  save: (values: Values) => Promise<void>;
  /** True when nothing is left to send: the dialog closes, and says that nothing was changed. */
  isNeedless?: (values: Values) => boolean;
  /** The id of what it is about; null for something new. What was typed waits under it when the session ends. */
  about: string | null;
  /** What it does, as the catalogue writes it: 'create cohort'. A failure reads 'Failed to create cohort: …'. */
  action: string;
  /** Said when it is done: 'Cohort created'. Null where something else says it. */
  done: string | null;
  /** The field that a refusal of the server is about, by its code, with words to put beside the field. */
  fieldFailures?: Readonly<Record<string, FieldErrors<Values>>>;
  /** Closes the dialog. */
  onSaved: () => void;
}

/**
 * The form of a dialog that creates or edits: says what failed, says that it is done, and sends once. What was typed into
 * it outlives the end of the session, for the same account (docs/security.md P45).
 */
export function createStaffForm<Values extends object>({
  initial,
  about,
  validate,
  save,
  isNeedless = () => false,
  action,
  done,
  fieldFailures = {},
  onSaved,
}: StaffFormRules<Values>): Form<Values> {
  const form = createForm({
    initial,
    draft: {
      key: () => ({ name: `${action}-${about ?? 'new'}`, owner: findOwner() ?? '' }),
      fields: (Object.keys(initial) as (keyof Values & string)[]).filter(
        (name) => typeof initial[name] === 'string',
      ),
    },
    validate,
    describe: (error) => toActionFailure(action, error),
    explain: (error) => (error instanceof ApiFailure && error.code ? (fieldFailures[error.code] ?? {}) : {}),
    submit: async (values) => {
      const nothing = isNeedless(values);
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

interface EditorRules<Values, Body> extends Omit<StaffFormRules<Values>, 'save' | 'isNeedless'> {
  /** What the contract takes of the values. */
  toBody: (values: Values) => Body;
  /** Makes something new, under a key that is the same while the same is sent again. */
  create: (body: Body, idempotencyKey: string) => Promise<unknown>;
  /** Changes the one that the form is about. Fields that stand as they stood are absent. */
  update: (id: string, changes: Partial<Body>) => Promise<unknown>;
  /** A field that means little without another one, which goes along: a league, and the order of a module in it. */
  goesWith?: readonly [keyof Body, keyof Body];
}

/**
 * The form of a dialog that makes something new, or changes what is there. Then only what the person changed is sent:
 * somebody else may have changed the rest since the dialog was opened.
 */
export function createEditorForm<Values extends object, Body extends object>({
  toBody,
  create,
  update,
  goesWith,
  ...rules
}: EditorRules<Values, Body>): Form<Values> {
  const { about, initial } = rules;
  const keyOf = createKeys();
  const findChanges = (values: Values) => pickChanges(toBody(initial), toBody(values), goesWith);
  return createStaffForm<Values>({
    ...rules,
    isNeedless: (values) => about !== null && Object.keys(findChanges(values)).length === 0,
    save: async (values) => {
      const body = toBody(values);
      if (about === null) await create(body, keyOf(body));
      else await update(about, findChanges(values));
    },
  });
}

/**
 * Keys for what a form makes (docs/security.md P41): one for as long as the same is sent, so that pressing once more after
 * a lost answer makes nothing twice; another one for anything else. A form that was saved sends nothing any more.
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
  goesWith?: readonly [keyof Body, keyof Body],
): Partial<Body> {
  const names = (Object.keys(now) as (keyof Body)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  const [owner, follower] = goesWith ?? [];
  if (owner && follower && names.includes(owner)) names.push(follower);
  return Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<Body>;
}

/** True when something was typed or chosen that would be lost; what stands in some fields may not count. */
export function isChanged<Values extends object>(
  initial: Values,
  values: Values,
  except: readonly (keyof Values)[] = [],
): boolean {
  const rest = Object.fromEntries(except.map((name) => [name, null]));
  return JSON.stringify({ ...initial, ...rest }) !== JSON.stringify({ ...values, ...rest });
}
