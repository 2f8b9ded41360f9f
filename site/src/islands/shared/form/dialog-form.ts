import { lengthOf, toTooLong } from '#contract/text.ts';
import { toActionFailure } from '../action/failures.ts';
import { ApiFailure } from '../http/api.ts';
import { findOwner } from '../session/session.ts';
import { showToast } from '../toast/toast.ts';
import { createForm, type FieldErrors, type Form } from './form.ts';

const NOTHING_CHANGED = 'Nothing was changed';

/** Its message is shown as it is. */
export class ShownFailure extends Error {}

export interface DialogFormRules<Values> {
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
export function createDialogForm<Values extends object>({
  initial,
  draftId,
  validate,
  save,
  isUnchanged = () => false,
  action,
  done,
  fieldFailures = {},
  onSaved,
}: DialogFormRules<Values>): Form<Values> {
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

/**
 * The key stays while the body is the same, so that a retry after a lost answer creates nothing twice
 * (docs/security.md P41).
 */
export function createKeys(): (body: unknown) => string {
  let last = { body: '', key: '' };
  return (body) => {
    const now = JSON.stringify(body);
    if (last.body !== now) last = { body: now, key: crypto.randomUUID() };
    return last.key;
  };
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
