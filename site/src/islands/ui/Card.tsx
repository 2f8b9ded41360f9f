import type { ComponentProps, ReactElement } from 'react';
import { type CardPadding, type CardVariant, cardClasses } from './card-variants.ts';

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
