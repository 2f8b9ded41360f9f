import type { ComponentProps, ReactElement } from 'react';

type CardVariant = 'plain' | 'sunken' | 'link';
type CardPadding = 'none' | 'small' | 'medium' | 'large';

const VARIANTS: Record<CardVariant, string> = {
  plain: 'border-line bg-surface [--table-ground:var(--surface)]',
  sunken: 'border-transparent bg-sunken [--table-ground:var(--sunken)]',
  link: 'border-line bg-surface transition-colors hover:border-keyline focus-within:border-keyline',
};
const PADDING: Record<CardPadding, string> = {
  none: '',
  small: 'p-4',
  medium: 'p-5 md:p-6',
  large: 'p-6 md:p-8',
};

function cardClasses(variant: CardVariant, padding: CardPadding): string {
  return `relative rounded-lg border ${VARIANTS[variant]} ${PADDING[padding]}`;
}

interface Props extends ComponentProps<'div'> {
  variant?: CardVariant;
  padding?: CardPadding;
}

export function Card({
  variant = 'plain',
  padding = 'medium',
  className = '',
  ...rest
}: Props): ReactElement {
  return <div {...rest} className={`${cardClasses(variant, padding)} ${className}`} />;
}
