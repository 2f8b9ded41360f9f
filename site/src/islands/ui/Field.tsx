import { type ReactElement, type ReactNode, useId } from 'react';
import { FieldError } from './FieldError.tsx';
import { FieldContext } from './field-control.ts';

interface Props {
  label: ReactNode;
  /** The label is only read aloud. */
  hidesLabel?: boolean;
  /** Why it is needed, or what it looks like. */
  hint?: ReactNode;
  /** Announced when it appears. */
  error?: ReactNode;
  /** A `CharacterCount` beside the hint. */
  counter?: ReactNode;
  required?: boolean;
  /** Shows 'optional' beside the label. */
  optional?: boolean;
  /** For a control with its own id. */
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
      {/* Empty it takes no gap: what stands beside a field, its end at the field's end, is level with it. */}
      <div aria-live="polite" className="empty:absolute">
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}
