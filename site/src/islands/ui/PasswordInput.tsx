import { type ComponentProps, type ReactElement, useState } from 'react';
import { CONTROL, useFieldControl } from './field-control.ts';
import { Icon } from './Icon.tsx';

// A module of its own, because sign-in loads only these.
const eye =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4z';
const eyeOff =
  'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6 7.8A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.6-.8M10 10.2a2.7 2.7 0 0 0 3.8 3.8';

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
