import type { ComponentProps, ReactElement } from 'react';
import { CONTROL, useFieldControl } from './field-control.ts';

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>): ReactElement {
  return <input type="text" {...useFieldControl()} {...rest} className={`${CONTROL} h-11 ${className}`} />;
}

export function EmailInput(props: ComponentProps<'input'>): ReactElement {
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
