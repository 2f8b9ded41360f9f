import { type ComponentProps, type ReactElement, useState } from 'react';
import { eye, eyeOff } from '#site/icons/eyes.ts';
import { CONTROL, useFieldControl } from './field-control.ts';
import { Icon } from './Icon.tsx';

/** Set `autoComplete` to current-password or new-password. */
export function PasswordInput({ className = '', ...rest }: ComponentProps<'input'>): ReactElement {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...useFieldControl()}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={`${CONTROL} h-11 pe-12 ${className}`}
      />
      <button
        type="button"
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted hover:text-strong"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon path={isShown ? eyeOff : eye} />
      </button>
    </div>
  );
}
