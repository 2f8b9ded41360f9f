import type { ComponentProps, ReactElement } from 'react';
import { TextInput } from '../../ui/TextInput.tsx';

/** A text field for an e-mail address: its keyboard, no capitals and no corrections. Give it its `autoComplete`. */
export function EmailInput(props: ComponentProps<'input'>): ReactElement {
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
