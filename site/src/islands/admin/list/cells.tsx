import type { ReactNode } from 'react';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import type { DataColumn } from './data-table.ts';

/** `children` in place of the name. */
export function PersonCell({
  name,
  email,
  children,
}: {
  name: string;
  email?: string;
  children?: ReactNode;
}) {
  return (
    <span className="block max-w-72 md:min-w-36">
      <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
        {children ?? name}
      </span>
      {email ? (
        <span className="block text-sm font-normal text-muted">
          <EmailText email={email} />
        </span>
      ) : null}
    </span>
  );
}

export function DayCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="md:whitespace-nowrap text-muted tabular-nums">
      {toShortDate(at)}
    </time>
  );
}

export function countColumn<Row>(
  key: string,
  header: string,
  countOf: (row: Row) => number,
): DataColumn<Row> {
  return { key, header, align: 'end', cell: (row) => toNumber(countOf(row)) };
}

export function dayColumn<Row>(key: string, header: string, dayOf: (row: Row) => string): DataColumn<Row> {
  return { key, header, isWideOnly: true, cell: (row) => <DayCell at={dayOf(row)} /> };
}
