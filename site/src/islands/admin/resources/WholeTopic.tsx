import type { ReactNode } from 'react';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { panelOf } from '../data/section-list.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { LoadFailure } from '../list/NotLoaded.tsx';
import { ResourceTable } from './ResourceTable.tsx';

interface Props {
  section: Section;
  actions: ((resource: Resource) => ReactNode) | undefined;
}

export function WholeTopic({ section, actions }: Props) {
  const panel = panelOf(section.id);
  const { data, error, isLoading } = useQuery(panel);
  return (
    <>
      {error ? (
        <LoadFailure many="resources" error={error} onRetry={panel.invalidate} busy={isLoading} />
      ) : null}
      {data ? (
        data.length === 0 ? (
          <p className="text-sm text-muted">No resources in this topic</p>
        ) : (
          <ResourceTable topic={section.name} resources={data} actions={actions} />
        )
      ) : error ? null : (
        <ListSkeleton label="Loading resources..." />
      )}
    </>
  );
}
