import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { check } from '#site/icons/states.ts';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

interface HiddenLabelProps extends Omit<Props, 'label' | 'hint' | 'error'> {
  label: string;
}

/** A tick whose name a neighbour already shows. Of few elements: tables have thousands. `className` gives its height. */
export function BareCheckbox({ label, className = 'min-h-11', ...rest }: HiddenLabelProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is in the Box
    <label className={`flex items-center ${className}`}>
      <Box {...rest} aria-label={label} />
    </label>
  );
}

/** A tick. Its whole row is the target, 44 pixels high. */
export function Checkbox({ label, hint, error, className = '', ...rest }: Props): ReactElement {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={className}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is in the Box */}
      <label className="flex min-h-11 items-center gap-3">
        <Box {...rest} aria-describedby={described || undefined} aria-invalid={error ? true : undefined} />
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

function Box(input: ComponentProps<'input'>) {
  return (
    <span className="relative grid size-6 shrink-0 place-items-center">
      <input
        {...input}
        type="checkbox"
        className="peer absolute inset-0 appearance-none rounded-sm border-[1.5px] border-line-strong bg-surface transition-colors checked:border-ink checked:bg-brand enabled:hover:border-keyline disabled:border-line-strong disabled:bg-track disabled:opacity-70 aria-invalid:border-danger"
      />
      <Icon
        path={check}
        size={18}
        className="pointer-events-none relative scale-50 stroke-[3] text-ink opacity-0 transition-[opacity,scale] peer-disabled:text-strong peer-checked:scale-100 peer-checked:opacity-100"
      />
    </span>
  );
}
