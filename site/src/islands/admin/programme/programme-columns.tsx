import type { ReactNode } from 'react';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import type { DataColumn } from '../list/data-table.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';

interface Named {
  name: string;
}

interface Described extends Named {
  description: string | null;
}

interface Looks<Row> {
  sign?: (row: Row) => ReactNode;
  /** What is shown in place of the plain name, a link for example. */
  toName?: (row: Row) => ReactNode;
}

export function nameColumn<Row extends Named>({
  sign,
  toName = ({ name }) => name,
}: Looks<Row> = {}): DataColumn<Row> {
  return {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (row) => {
      const name = (
        <span className="block max-w-64 font-semibold md:min-w-28 text-strong wrap-anywhere">
          {toName(row)}
        </span>
      );
      return sign ? (
        <span className="flex min-w-0 items-center gap-3 md:py-1">
          {sign(row)}
          {name}
        </span>
      ) : (
        name
      );
    },
  };
}

export function descriptionColumn<Row extends Described>(): DataColumn<Row> {
  return {
    key: 'description',
    header: 'Description',
    bare: true,
    isWideOnly: true,
    cell: ({ description }) => (
      <span className="line-clamp-2 max-w-prose text-muted wrap-anywhere md:leading-snug">
        {description === null ? 'No description' : <PlainText text={description} />}
      </span>
    ),
  };
}

interface OfCohort {
  cohort: { id: string; name: string };
}

export function cohortColumn<Row extends OfCohort>(): DataColumn<Row> {
  return {
    key: 'cohort',
    header: 'Cohort',
    cell: ({ cohort }) => (
      <span className="block truncate md:max-w-20 xl:max-w-40" title={cohort.name}>
        {cohort.name}
      </span>
    ),
  };
}

export function cohortFilter(rows: readonly OfCohort[]): ListFilter {
  const cohorts = new Map(rows.map(({ cohort }) => [cohort.id, cohort.name]));
  return {
    name: 'cohortId',
    label: 'Cohort',
    all: 'All cohorts',
    options: [...cohorts].map(([value, label]) => ({ value, label })),
  };
}
