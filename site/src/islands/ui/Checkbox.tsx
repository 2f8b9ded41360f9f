import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { check } from '#site/icons/states.ts';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Its name; hidden from sight where a neighbour already shows it. */
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A tick. Its whole row is the target, 44 pixels high. */
export function Checkbox({
  label,
  labelHidden = false,
  hint,
  error,
  className = '',
  ...rest
}: Props): ReactElement {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...rest}
            type="checkbox"
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className="peer absolute inset-0 appearance-none rounded-sm border-[1.5px] border-line-strong bg-surface transition-colors checked:border-ink checked:bg-brand enabled:hover:border-keyline disabled:border-line-strong disabled:bg-track disabled:opacity-70 aria-invalid:border-danger"
          />
          <Icon
            path={check}
            size={18}
            className="pointer-events-none relative scale-50 stroke-[3] text-ink opacity-0 transition-[opacity,scale] peer-disabled:text-strong peer-checked:scale-100 peer-checked:opacity-100"
          />
        </span>
        <span className={labelHidden ? 'sr-only' : 'text-strong'}>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ps-9 text-sm text-muted">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="ps-9 text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
