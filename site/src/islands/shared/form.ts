import { atom, type ReadableAtom } from 'nanostores';
import { toMessage } from './api.ts';

export const UNEXPECTED_FAILURE = 'Something went wrong. Please try again.';

export type FieldErrors<Values> = { [Name in keyof Values]?: string };

export interface FormState<Values> {
  values: Values;
  /** Shown beside their fields. */
  errors: FieldErrors<Values>;
  /** What went wrong with the whole form; null when nothing did. */
  failure: string | null;
  busy: boolean;
  /** Grows with every refused submit, so that a view can lead the reader to the first fault each time. */
  refusals: number;
}

interface FormRules<Values> {
  initial: Values;
  /** Faults to show on submit; an empty object lets the form through. */
  validate?: (values: Values) => FieldErrors<Values>;
  /** Sends the form. `leaving` keeps it busy, because the page is on its way out. Whatever it throws is shown. */
  submit: (values: Values) => Promise<'leaving' | 'staying'>;
  /** The words for what `submit` threw. */
  describe?: (error: unknown) => string;
}

export interface Form<Values> {
  $form: ReadableAtom<FormState<Values>>;
  /** Takes what was typed; the field's error and the form's failure go. */
  change<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Shows one field's fault, if it has any: for a reader who has left the field. */
  check(name: keyof Values): void;
  /** Shows faults found outside `submit`. */
  refuse(errors: FieldErrors<Values>): void;
  /** Submits once, however often it is pressed; values always stay. */
  submit(): Promise<void>;
}

/** Runs every form of the product. */
export function createForm<Values extends object>({
  initial,
  validate = () => ({}),
  submit,
  describe = (error) => toMessage(error, UNEXPECTED_FAILURE),
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
    },
    check: (name) => {
      const { values, errors } = $form.get();
      const error = validate(values)[name];
      if (error) patch({ errors: { ...errors, [name]: error } });
    },
    refuse,
    submit: async () => {
      const { values, busy } = $form.get();
      if (busy) return;
      const errors = validate(values);
      if (Object.values(errors).some(Boolean)) return refuse(errors);
      patch({ errors: {}, failure: null, busy: true });
      try {
        if ((await submit(values)) === 'staying') patch({ busy: false });
      } catch (error) {
        refuse({}, describe(error));
      }
    },
  };
}
