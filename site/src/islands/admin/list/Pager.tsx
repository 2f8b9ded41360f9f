import { chevronLeft, chevronRight } from '#site/icons/arrows.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

interface Props {
  page: number;
  lastPage: number;
  /** Rows on all pages. */
  count: number;
  pageSize: number;
  what?: string;
  /** False while the list above still grows, as in an incremental list. */
  keepsPlace?: boolean;
  onTurn: (page: number) => void;
}

export function Pager({
  page: requested,
  lastPage,
  count,
  pageSize,
  what = 'Rows',
  keepsPlace = true,
  onTurn,
}: Props) {
  if (lastPage <= 1 || !keepsPlace) return null;
  const page = Math.min(requested, lastPage);
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, count);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-end gap-2 text-sm text-muted">
      <p className="me-auto tabular-nums">
        {what} {toNumber(first)} to {toNumber(last)} of {toNumber(count)}
      </p>
      <div className="flex items-center gap-2 max-sm:-me-2">
        <IconButton label="Previous page" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
          <Icon path={chevronLeft} />
        </IconButton>
        <p aria-current="page" className="tabular-nums">
          Page {toNumber(page)} of {toNumber(lastPage)}
        </p>
        <IconButton label="Next page" disabled={page >= lastPage} onClick={() => onTurn(page + 1)}>
          <Icon path={chevronRight} />
        </IconButton>
      </div>
    </nav>
  );
}
