import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

interface HiddenLabelProps extends Omit<Props, 'label' | 'hint' | 'error'> {
  label: string;
}

/** Few elements, because tables contain thousands. `children` overlay it. */
export function BareCheckbox({
  label,
  className = 'min-h-11',
  children,
  ...rest
}: HiddenLabelProps): ReactElement {
  return (
    <label className={`flex items-center ${className}`}>
      <input {...rest} type="checkbox" aria-label={label} className="tick" />
      {children}
    </label>
  );
}

const WITH_HINT =
  'relative isolate pt-2.5 pb-0.5 after:absolute after:inset-x-0 after:top-0 after:-z-10 after:h-full after:min-h-11';

/** The whole row is the tap target, 44 px high. */
export function Checkbox({ label, hint, error, className = '', ...rest }: Props): ReactElement {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className={`flex items-center gap-3 ${hint ? WITH_HINT : 'min-h-11'}`}>
        <input
          {...rest}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className="tick"
        />
        <span className="text-strong">{label}</span>
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
