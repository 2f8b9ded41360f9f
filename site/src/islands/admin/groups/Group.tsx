import { type ReactNode, useId } from 'react';
import { chevronDown } from '#site/icons/arrows.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';

interface Props {
  name: string;
  details: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  level?: 2 | 3;
  actions?: ReactNode;
  /** In place of the name and its button, while the name is edited. */
  heading?: ReactNode;
  children: ReactNode;
}

// Padding in px does not grow with the text size, which leaves room for the name on phones.
const LOOKS = {
  2: {
    frame: 'rounded-lg border border-line bg-surface',
    name: 'text-base',
    head: 'gap-[12px] px-[12px] py-2.5',
  },
  3: { frame: '', name: 'text-sm', head: 'gap-[12px] px-[12px] py-1.5 sm:ps-6' },
} as const;

/** Rows of a closed group are not rendered. */
export function Group({ name, details, open, onToggle, level = 2, actions, heading, children }: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  const look = LOOKS[level];
  return (
    <section className={`min-w-0 overflow-clip ${look.frame}`}>
      <div className={`flex flex-wrap items-center justify-end sm:flex-nowrap ${actions ? 'pe-2' : ''}`}>
        {heading ?? (
          <Heading className="w-full min-w-0 flex-1 basis-44 font-sans font-normal">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => onToggle(!open)}
              className={`focus-inside flex min-h-11 w-full items-center rounded-md text-start transition-colors hover:bg-hover ${look.head}`}
            >
              <Icon
                path={chevronDown}
                size={18}
                className={`shrink-0 text-muted transition-transform ${open ? '' : '-rotate-90'}`}
              />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className={`font-semibold text-strong wrap-anywhere ${look.name}`}>{name}</span>{' '}
                <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
                  {details}
                </span>
              </span>
            </button>
          </Heading>
        )}
        {actions ? <div className="flex items-center">{actions}</div> : null}
      </div>
      {open ? (
        <div id={id} className="border-t border-line">
          {children}
        </div>
      ) : null}
    </section>
  );
}
