import { memo, type ReactNode } from 'react';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import type { SectionView } from '../data/league-view.ts';
import { toProgressSum } from '../data/progress.ts';
import { type RowQuestion, sectionAnchor } from '../data/row.ts';
import { ResourceRow } from './ResourceRow.tsx';

interface Props {
  leagueId: string;
  section: SectionView;
  onAsk: (question: RowQuestion) => void;
}

export const SectionTable = memo(function SectionTable({ leagueId, section, onAsk }: Props) {
  const { completed, total } = toProgressSum(section.resources);
  const heading = sectionAnchor(section.id);
  return (
    <section
      aria-labelledby={heading}
      className="px-[16px] py-5 [content-visibility:auto] [contain-intrinsic-size:auto_90rem] sm:px-5 lg:[contain-intrinsic-size:auto_38rem]"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={heading} tabIndex={-1} className="min-w-0 scroll-mt-40 text-base [overflow-wrap:anywhere]">
          {section.name}
        </h3>
        <p className="shrink-0 text-sm tabular-nums text-muted">
          {completed}/{total}
          <span className="sr-only"> completed</span>
        </p>
      </div>
      {section.description ? (
        <Markdown text={section.description} className="mt-1 max-w-measure text-sm text-muted" />
      ) : null}
      {total === 0 ? (
        <p className="mt-3 text-sm text-muted">No resources available for this section.</p>
      ) : (
        <div className="@container">
          <ResourceTable labelledBy={heading}>
            {section.resources.map((resource) => (
              <ResourceRow key={resource.id} leagueId={leagueId} resource={resource} onAsk={onAsk} />
            ))}
          </ResourceTable>
        </div>
      )}
    </section>
  );
});

const COLUMNS = [
  ['status', 'Status'],
  ['title', 'Title'],
  ['type', 'Resource'],
  ['note', 'Note'],
  ['revision', 'Revision'],
  ['share', 'Share'],
] as const;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as on phones. */
function ResourceTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
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
