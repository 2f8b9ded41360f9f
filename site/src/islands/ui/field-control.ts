import { createContext, useContext } from 'react';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

export const CONTROL =
  'block w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-strong transition-colors ' +
  'enabled:hover:border-keyline aria-invalid:border-danger aria-invalid:bg-danger-tint/40 ' +
  'disabled:border-line disabled:bg-sunken disabled:text-faint [&:read-only:not(select)]:bg-sunken';
