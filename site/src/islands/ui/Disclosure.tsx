import { type ReactElement, type ReactNode, useId } from 'react';
import { chevronDown } from '#site/icons/arrows.ts';
import { Icon } from './Icon.tsx';

interface Props {
  title: ReactNode;
  aside?: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  level?: 2 | 3 | 4;
  className?: string;
  children: ReactNode;
}

/** Unmounts closed content. */
export function Disclosure({
  title,
  aside,
  open,
  onToggle,
  level = 3,
  className = '',
  children,
}: Props): ReactElement {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={className}>
      <Heading className="text-base">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onToggle(!open)}
          className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-2 text-start leading-snug transition-colors hover:bg-hover"
        >
          <Icon
            path={chevronDown}
            className={`text-muted transition-transform ${open ? '' : '-rotate-90'}`}
          />
          <span className="min-w-0 flex-1">{title}</span>
          {aside}
        </button>
      </Heading>
      {open && <div id={id}>{children}</div>}
    </section>
  );
}
