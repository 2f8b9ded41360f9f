export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const BASE =
  'group/button relative inline-flex items-center justify-center gap-2 rounded-md border font-semibold leading-tight ' +
  'text-center no-underline select-none transition-colors active:translate-y-px ' +
  'disabled:text-faint disabled:active:translate-y-0 aria-disabled:text-faint aria-disabled:active:translate-y-0 ' +
  'aria-busy:cursor-progress aria-busy:active:translate-y-0';

const DISABLED = 'disabled:border-line disabled:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken ';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    DISABLED +
    'border-ink bg-brand text-on-brand enabled:hover:bg-brand-strong [a&]:hover:bg-brand-strong ' +
    'shadow-[inset_0_-2px_0_rgb(20_19_15/.14)] active:shadow-none disabled:shadow-none',
  secondary:
    DISABLED +
    'border-line-strong bg-surface text-strong enabled:hover:border-keyline enabled:hover:bg-hover ' +
    '[a&]:hover:border-keyline [a&]:hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-strong enabled:hover:bg-hover [a&]:hover:bg-hover',
  danger:
    DISABLED +
    'border-transparent bg-danger-solid text-on-danger enabled:hover:bg-danger-solid-strong [a&]:hover:bg-danger-solid-strong',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-9 pointer-coarse:min-h-11 px-3 py-1.5 text-sm',
  medium: 'min-h-11 px-4 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
};

export function buttonClasses(variant: ButtonVariant, size: ButtonSize, isWide: boolean): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}${isWide ? ' w-full' : ''}`;
}
