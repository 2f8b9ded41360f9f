import type { ComponentProps, ReactElement } from 'react';
import { TextInput } from '../../ui/TextInput.tsx';

export function EmailInput(props: ComponentProps<'input'>): ReactElement {
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
