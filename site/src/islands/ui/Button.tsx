import type { ComponentProps, ReactElement } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-variants.ts';
import { Spinner } from './Spinner.tsx';
// Every island has a button.
import './translated-page.ts';

interface Looks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its box. */
  wide?: boolean;
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  /** True while it works: it keeps its focus, ignores clicks and shows a spinner. */
  busy?: boolean;
  /** Words while busy: 'Saving…'. */
  busyLabel?: string;
}

/** The one button. It submits only when `type="submit"` says so. */
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

/** A link that looks like a button. */
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
  /** What it does, read aloud and shown by the browser as a hint. */
  label: string;
}

/** A square button with an icon alone; 44 pixels, so that a thumb finds it. */
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
