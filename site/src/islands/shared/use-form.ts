import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Form, FormState } from './form.ts';

/**
 * Ties a form on the page to its store: brings back a draft, takes over what was typed or filled in before this script
 * arrived, and leads the reader to the first fault after every refused submit. Mark each control with the `name` of its value.
 */
export function useForm<Values extends object>(
  form: Form<Values>,
): FormState<Values> & { ref: RefObject<HTMLFormElement | null>; isReady: boolean } {
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

  return { ...state, ref, isReady };
}
