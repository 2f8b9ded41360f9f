import type { ComponentProps, ReactElement } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-variants.ts';
import { Spinner } from './Spinner.tsx';
// Imported here, because every island has a button.
import './translated-page.ts';

interface Looks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  /** Keeps the focus, ignores clicks and shows a spinner. */
  busy?: boolean;
  busyLabel?: string;
}

/** Submits only with `type="submit"`. */
export function Button({
  variant = 'primary',
  size = 'medium',
  wide = false,
  busy = false,
  busyLabel,
  className = '',
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={`${buttonClasses(variant, size, wide)} ${className}`}
    >
      {busy && <Spinner size={18} />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  wide = false,
  className = '',
  children,
  ...rest
}: Looks & ComponentProps<'a'>): ReactElement {
  return (
    <a {...rest} className={`${buttonClasses(variant, size, wide)} ${className}`}>
      {children}
    </a>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
}

export function IconButton({ label, className = '', children, ...rest }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-md text-strong transition-colors enabled:hover:bg-hover active:translate-y-px disabled:text-faint disabled:opacity-60 ${className}`}
    >
      {children}
    </button>
  );
}
