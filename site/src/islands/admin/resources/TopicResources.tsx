import type { ReactNode } from 'react';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { panelOf } from '../sections/section-list.ts';
import { toLoadFailure } from '../shared/failures.ts';
import { ListSkeleton } from '../shared/ListSkeleton.tsx';
import { useQuery } from '../shared/queries.ts';
import { ResourceTable } from './ResourceTable.tsx';

interface Props {
  section: Section;
  /** Those that were found; null when all of the topic are shown, which are then asked for. */
  found: readonly Resource[] | null;
  actions: ((resource: Resource) => ReactNode) | undefined;
}

/** What an open topic shows. */
export function TopicResources({ section, found, actions }: Props) {
  return (
    <div className="grid gap-3 bg-sunken px-3 py-3 sm:px-6">
      {found ? (
        <ResourceTable topic={section.name} resources={found} actions={actions} />
      ) : (
        <WholeTopic section={section} actions={actions} />
      )}
    </div>
  );
}

function WholeTopic({ section, actions }: Omit<Props, 'found'>) {
  const panel = panelOf(section.id);
  const { data, error, isLoading } = useQuery(panel);
  return (
    <>
      {error ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="small" onClick={panel.reload} busy={isLoading}>
              Try again
            </Button>
          }
        >
          {toLoadFailure('resources', error)}
        </Alert>
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
