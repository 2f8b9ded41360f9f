import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

/** Secondary, and a full tap target below 1024 px. */
export function SmallButton({ className = '', ...rest }: ComponentProps<typeof Button>) {
  return <Button variant="secondary" size="small" {...rest} className={`max-lg:min-h-11 ${className}`} />;
}
