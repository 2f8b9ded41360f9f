import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure } from '../action/failures.ts';

interface StaffFormRules<Values> {
  initial: Values;
  /** Faults by field; an empty object lets the form through. */
  validate: (values: Values) => FieldErrors<Values>;
  /** Sends the form and puts the answer into the list. Whatever it throws is shown in the dialog. */
  save: (values: Values) => Promise<void>;
  /** The id of what it is about; null for something new. What was typed waits under it when the session ends. */
  about: string | null;
  /** What it does, as the catalogue writes it: 'create cohort'. A failure reads 'Failed to create cohort: …'. */
  action: string;
  /** Said when it is done: 'Cohort created'. */
  done: string;
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
      await save(values);
      showToast({ text: done });
      onSaved();
      return 'leaving';
    },
  });
  form.restore();
  return form;
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
