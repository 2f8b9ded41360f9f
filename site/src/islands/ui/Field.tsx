import { type ReactElement, type ReactNode, useId } from 'react';
import { alert } from '#site/icons/states.ts';
import { FieldContext } from './field-control.ts';
import { Icon } from './Icon.tsx';

interface Props {
  label: ReactNode;
  hidesLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  counter?: ReactNode;
  required?: boolean;
  optional?: boolean;
  id?: string;
  className?: string;
  /** One control: TextInput, PasswordInput, Select or Textarea. */
  children: ReactNode;
}

export function Field({
  label,
  hidesLabel = false,
  hint,
  error,
  counter,
  required = false,
  optional = false,
  id: givenId,
  className = '',
  children,
}: Props): ReactElement {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <div className={hidesLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-sm font-semibold text-strong">
          {label}
        </label>
        {optional && <span className="text-xs text-faint">optional</span>}
      </div>
      <FieldContext
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          required,
        }}
      >
        {children}
      </FieldContext>
      {(hint || counter) && (
        <div className="flex items-start gap-4">
          {hint && (
            <p id={`${id}-hint`} className="min-w-0 text-sm text-muted">
              {hint}
            </p>
          )}
          {counter}
        </div>
      )}
      {/* Absolute while empty, so that it adds no gap in a row of fields. */}
      <div aria-live="polite" className="empty:absolute">
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}

interface FieldErrorProps {
  id: string;
  children: ReactNode;
}

export function FieldError({ id, children }: FieldErrorProps): ReactElement {
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-danger">
      <Icon path={alert} size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
