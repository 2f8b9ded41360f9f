import { atom, type ReadableAtom } from 'nanostores';
import { toMessage } from '../http/api.ts';
import { type DraftKey, readDraft, removeDraft, storeDraft } from '../offline/draft.ts';

export const UNEXPECTED_FAILURE = 'Something went wrong. Please try again.';

export type FieldErrors<Values> = { [Name in keyof Values]?: string };

export interface FormState<Values> {
  values: Values;
  errors: FieldErrors<Values>;
  failure: string | null;
  busy: boolean;
  /** Counts refused submits, so that each one focuses the first error again. */
  refusals: number;
}

interface FormRules<Values> {
  initial: Values;
  /** An empty object means valid. */
  validate?: (values: Values) => FieldErrors<Values>;
  /** 'leaving' keeps the form busy, because the page navigates away. */
  submit: (values: Values) => Promise<'leaving' | 'staying'>;
  describe?: (error: unknown) => string;
  /** Errors of single fields. */
  explain?: (error: unknown) => FieldErrors<Values>;
  /** Survives a reload and an expired session. Never list a password or a code. */
  draft?: FormDraft<Values>;
}

interface FormDraft<Values> {
  /** A function, because the account may be known later than the form. */
  key: () => DraftKey;
  fields: readonly (keyof Values & string)[];
}

export interface Form<Values> {
  $form: ReadableAtom<FormState<Values>>;
  /** Also clears the field's error and the form's failure. */
  change<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  check(name: keyof Values): void;
  /** Shows errors found outside `submit`. */
  refuse(errors: FieldErrors<Values>): void;
  restore(): void;
  discard(): void;
  /** Values before a draft was restored. */
  initial: Values;
  /** Ignores repeated calls while busy. Never clears the values. */
  submit(): Promise<void>;
}

export function createForm<Values extends object>({
  initial,
  validate = () => ({}),
  submit,
  describe = (error) => toMessage(error, UNEXPECTED_FAILURE),
  explain = () => ({}),
  draft,
}: FormRules<Values>): Form<Values> {
  const $form = atom<FormState<Values>>({
    values: initial,
    errors: {},
    failure: null,
    busy: false,
    refusals: 0,
  });
  const patch = (changes: Partial<FormState<Values>>) => $form.set({ ...$form.get(), ...changes });
  const refuse = (errors: FieldErrors<Values>, failure: string | null = null) =>
    patch({ errors, failure, busy: false, refusals: $form.get().refusals + 1 });
  const keep = ({ key, fields }: FormDraft<Values>) => {
    const { values } = $form.get();
    // Stores changed fields only, because the others may change before the draft is restored.
    const typed = fields.filter((name) => values[name] !== initial[name]);
    if (typed.length === 0) removeDraft(key());
    else storeDraft(key(), Object.fromEntries(typed.map((name) => [name, String(values[name] ?? '')])));
  };

  return {
    $form,
    change: (name, value) => {
      const { values, errors } = $form.get();
      const { [name]: _gone, ...rest } = errors;
      patch({
        values: { ...values, [name]: value },
        errors: rest as FieldErrors<Values>,
        failure: null,
      });
      if (draft?.fields.includes(name as keyof Values & string)) keep(draft);
    },
    check: (name) => {
      const { values, errors } = $form.get();
      const error = validate(values)[name];
      if (error) patch({ errors: { ...errors, [name]: error } });
    },
    refuse,
    restore: () => {
      const kept = draft ? readDraft(draft.key()) : null;
      if (!draft || !kept) return;
      const { values } = $form.get();
      const restored = draft.fields.filter((name) => name in kept);
      patch({ values: { ...values, ...Object.fromEntries(restored.map((name) => [name, kept[name]])) } });
    },
    discard: () => {
      if (draft) removeDraft(draft.key());
    },
    initial,
    submit: async () => {
      const { values, busy } = $form.get();
      if (busy) return;
      const errors = validate(values);
      if (Object.values(errors).some(Boolean)) return refuse(errors);
      patch({ errors: {}, failure: null, busy: true });
      try {
        const outcome = await submit(values);
        if (draft) removeDraft(draft.key());
        if (outcome === 'staying') patch({ busy: false });
      } catch (error) {
        refuse(explain(error), describe(error));
      }
    },
  };
}
