import { chevronLeft, chevronRight } from '#site/icons/arrows.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { listPages, type View, viewPath } from './view.ts';

const LINK =
  'inline-grid min-h-11 min-w-9 place-items-center sm:min-w-11 rounded-md px-2 font-semibold tabular-nums text-strong no-underline hover:bg-hover aria-[current]:bg-brand aria-[current]:text-on-brand';

export function PageLinks({ view, pages }: { view: View; pages: number }) {
  if (pages <= 1) return null;
  const current = Math.min(view.page, pages);
  const to = (page: number) => viewPath({ ...view, page });
  return (
    <nav aria-label="Leaderboard pages" className="mt-4">
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          {current > 1 ? (
            <a className={`${LINK} grid-flow-col gap-1`} href={to(current - 1)} rel="prev">
              <Icon path={chevronLeft} size={18} />
              <span className="max-sm:sr-only">Previous page</span>
            </a>
          ) : null}
        </li>
        {listPages(current, pages).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span className="px-1 text-muted" aria-hidden="true">
                …
              </span>
            ) : (
              <a className={LINK} href={to(page)} aria-current={page === current ? 'page' : undefined}>
                <span className="sr-only">Page </span>
                {toNumber(page)}
              </a>
            )}
          </li>
        ))}
        <li>
          {current < pages ? (
            <a className={`${LINK} grid-flow-col gap-1`} href={to(current + 1)} rel="next">
              <span className="max-sm:sr-only">Next page</span>
              <Icon path={chevronRight} size={18} />
            </a>
          ) : null}
        </li>
      </ul>
    </nav>
  );
}
