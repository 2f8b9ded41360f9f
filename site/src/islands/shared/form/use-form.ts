import { useStore } from '@nanostores/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Form, FormState } from './form.ts';

export interface BoundForm<Values extends object> extends FormState<Values> {
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
  bind: <Name extends TextName<Values>>(
    name: Name,
  ) => { name: Name; value: string; onChange: (event: { target: { value: string } }) => void };
  /** False until values typed before hydration have been taken over. */
  isReady: boolean;
}

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

/**
 * Restores the draft, takes over values typed before hydration, and focuses the first error. Controls need the `name`
 * of their value.
 */
export function useForm<Values extends object>(form: Form<Values>): BoundForm<Values> {
  const state = useStore(form.$form);
  const ref = useRef<HTMLFormElement>(null);
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    form.restore();
    const typed = new FormData(ref.current ?? undefined);
    for (const name of Object.keys(form.$form.get().values) as (keyof Values & string)[]) {
      const value = typed.get(name);
      if (typeof value === 'string' && value) form.change(name, value as Values[typeof name]);
    }
    setIsReady(true);
  }, [form]);

  useEffect(() => {
    if (state.refusals === 0) return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state.refusals]);

  return {
    ...state,
    formProps: {
      ref,
      method: 'post',
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void form.submit();
      },
    },
    bind: (name) => ({
      name,
      value: state.values[name] as string,
      onChange: ({ target }) => form.change(name, target.value as Values[typeof name]),
    }),
    isReady,
  };
}
