import { memo, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { chevronDown, chevronUp, sortBoth } from '#site/icons/arrows.ts';
import { Icon } from './Icon.tsx';

type SortDirection = 'ascending' | 'descending';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: ReactNode;
  cell: (row: Row, index: number, isMarked: boolean) => ReactNode;
  sortable?: boolean;
  align?: 'start' | 'end';
  isRowHeader?: boolean;
  /** Hidden between 768 and 1,279 px, where the expanded row shows it. */
  isWideOnly?: boolean;
  bare?: boolean;
  /** Position on phones: before the other values, or in the upper corner. */
  phone?: keyof typeof ON_PHONE;
}

interface Props<Row, Key extends string> {
  caption: string;
  /** Keep the array identity stable; new columns rerender every row. */
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  density?: 'comfortable' | 'compact';
  sort?: { key: Key; direction: SortDirection };
  /** Called from the headers. Phones hide those visually, so add a sort control beside the table. */
  onSort?: (key: Key) => void;
  isMarked?: (row: Row) => boolean;
  onRowClick?: (row: Row) => void;
  /** `--table-top` is the offset of the sticky header, `--table-ground` the colour below the table. */
  className?: string;
}

const CONTROLS = 'a, button, input, label, select, textarea, summary';

const WIDE_ONLY = 'md:max-xl:hidden';

const SPACE = {
  compact: 'md:h-9 md:px-2 md:py-1 xl:px-3',
  comfortable: 'md:h-14 md:px-4 md:py-2',
} as const;

// Lighter in dense tables, because the badge of a pending row has the same tint.
const MARKED = { compact: 'bg-brand-tint/55', comfortable: 'bg-brand-tint' } as const;

const ON_PHONE = {
  first: 'max-md:order-first',
  corner: 'max-md:absolute max-md:end-0 max-md:top-1',
} as const;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as below 768 px. */
export function Table<Row, Key extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  density = 'comfortable',
  sort,
  onSort,
  isMarked,
  onRowClick,
  className = '',
}: Props<Row, Key>): ReactElement {
  const space = SPACE[density];
  const latest = useRef(onRowClick);
  latest.current = onRowClick;
  const [clickRow] = useState(() => (row: Row) => latest.current?.(row));
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table
      role="table"
      className={`block w-full border-separate border-spacing-0 text-start text-sm md:table ${className}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ key, header, sortable, align, isWideOnly }) => {
            const direction = sort?.key === key ? sort.direction : undefined;
            return (
              <th
                key={key}
                role="columnheader"
                scope="col"
                aria-sort={sortable ? (direction ?? 'none') : undefined}
                className={`sticky top-(--table-top,0px) z-10 border-b border-line-strong bg-(--table-ground,var(--page)) font-semibold whitespace-nowrap text-muted ${space} ${align === 'end' ? 'text-end' : 'text-start'} ${isWideOnly ? WIDE_ONLY : ''}`}
              >
                {sortable && onSort ? (
                  <>
                    <span className="md:hidden">{header}</span>
                    <button
                      type="button"
                      onClick={() => onSort(key)}
                      className={`-mx-2 inline-flex max-md:hidden min-h-8 items-center gap-1 rounded-sm px-2 font-semibold hover:bg-hover hover:text-strong ${direction ? 'text-strong' : ''}`}
                    >
                      {header}
                      <Icon
                        size={16}
                        path={
                          direction === 'ascending'
                            ? chevronUp
                            : direction === 'descending'
                              ? chevronDown
                              : sortBoth
                        }
                      />
                    </button>
                  </>
                ) : (
                  header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row, index) => (
          <TableRow
            key={rowKey(row, index)}
            row={row}
            index={index}
            columns={columns}
            density={density}
            isMarked={isMarked?.(row) ?? false}
            onClick={onRowClick ? clickRow : undefined}
          />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

interface RowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  density: keyof typeof SPACE;
  isMarked: boolean;
  onClick: ((row: Row) => void) | undefined;
}

// Memoised, so that typing above the table does not rerender it.
const TableRow = memo(function TableRow<Row>({
  row,
  index,
  columns,
  density,
  isMarked,
  onClick,
}: RowProps<Row>) {
  const hasCorner = columns.some(({ phone }) => phone === 'corner');
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in the table
    // biome-ignore-start lint/a11y/useSemanticElements: as in the table
    <tr
      role="row"
      data-marked={isMarked || undefined}
      onClick={
        onClick
          ? ({ target }) => {
              if (target instanceof Element && !target.closest(CONTROLS)) onClick(row);
            }
          : undefined
      }
      className={`relative flex flex-col border-b border-line py-3 transition-colors md:static md:table-row md:py-0 ${onClick ? 'cursor-pointer' : ''} ${isMarked ? MARKED[density] : 'md:hover:bg-hover'}`}
    >
      {columns.map(({ key, header, cell, align, isWideOnly, isRowHeader, bare, phone }) => {
        const Cell = isRowHeader ? 'th' : 'td';
        const isNamed = !isRowHeader && !bare;
        return (
          <Cell
            key={key}
            role={isRowHeader ? 'rowheader' : 'cell'}
            scope={isRowHeader ? 'row' : undefined}
            className={`flex items-center gap-3 px-[12px] py-1 text-start font-normal text-body max-md:*:min-w-0 md:table-cell md:border-b md:border-line md:align-middle ${SPACE[density]} ${align === 'end' ? 'md:text-end' : ''} ${isWideOnly ? WIDE_ONLY : ''} ${phone ? ON_PHONE[phone] : ''} ${hasCorner && isRowHeader ? 'max-md:pe-[calc(1.5rem+32px)]' : ''} ${density === 'compact' && isRowHeader ? 'xl:min-w-44' : ''} ${isNamed ? 'justify-between gap-y-0 max-md:flex-wrap' : ''}`}
          >
            {isNamed && (
              <span aria-hidden="true" className="shrink-0 text-xs text-faint md:hidden">
                {header}
              </span>
            )}
            {cell(row, index, isMarked)}
          </Cell>
        );
      })}
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: as in the table
    // biome-ignore-end lint/a11y/noRedundantRoles: as in the table
  );
}) as <Row>(props: RowProps<Row>) => ReactElement;
