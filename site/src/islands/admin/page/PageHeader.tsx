import type { ReactNode } from 'react';
import type { ImportKind } from '#contract/import-columns.ts';
import { plus, upload } from '#site/icons/actions.ts';
import { arrowLeft } from '#site/icons/arrows.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export interface Counter {
  label: string;
  /** A dash while it is not known. */
  value: number | string | null | undefined;
  hasShare?: boolean;
}

interface Props {
  title: string;
  /** 2 for a part of a page. */
  level?: 1 | 2;
  back?: ReactNode;
  children?: ReactNode;
  counters?: readonly Counter[];
  actions?: ReactNode;
}

export function PageHeader({ title, level = 1, back, children, counters = [], actions }: Props) {
  const Heading = `h${level}` as const;
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3">
          {back}
          <Heading className={`min-w-0 [overflow-wrap:anywhere] ${level === 1 ? 'text-2xl' : 'text-xl'}`}>
            {title}
          </Heading>
        </div>
        {actions ? <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div> : null}
      </div>
      {children || counters.length > 0 ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm">
          {children ? <p className="max-w-measure text-muted">{children}</p> : null}
          {counters.length > 0 ? (
            <dl className="flex flex-wrap gap-x-4 gap-y-1">
              {counters.map(({ label, value, hasShare }) => (
                <div key={label} className="flex items-baseline gap-1.5">
                  <dt className="text-muted">{label}</dt>
                  {/* Reserves the usual width, so that little moves. */}
                  <dd
                    className={`font-semibold whitespace-nowrap text-strong tabular-nums ${hasShare ? 'min-w-16' : 'min-w-8'}`}
                  >
                    {typeof value === 'number' ? toNumber(value) : (value ?? '–')}
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      ) : null}
    </header>
  );
}

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} variant="ghost" size="small" className="-ms-3 max-md:min-h-11">
      <Icon path={arrowLeft} size={18} />
      {children}
    </ButtonLink>
  );
}

export function CreateButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button onClick={onClick}>
      <Icon path={plus} size={18} />
      {children}
    </Button>
  );
}

export function ImportLink({ kind }: { kind: ImportKind }) {
  return (
    <ButtonLink variant="secondary" href={`/admin/imports?kind=${kind}`}>
      <Icon path={upload} size={18} />
      Import CSV
    </ButtonLink>
  );
}
