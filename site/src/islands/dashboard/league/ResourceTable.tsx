import type { ReactNode } from 'react';

const COLUMNS = [
  ['status', 'Status'],
  ['title', 'Title'],
  ['type', 'Resource'],
  ['note', 'Note'],
  ['revision', 'Revision'],
  ['share', 'Share'],
] as const;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as on phones. */
export function ResourceTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table role="table" aria-labelledby={labelledBy} className="resources mt-3 w-full text-sm">
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map(([cell, label]) => (
            <th key={cell} role="columnheader" scope="col" data-column={cell}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
