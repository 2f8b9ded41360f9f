import { useState } from 'react';
import { deleteResource, type Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { ResourceTable } from '../resources/ResourceTable.tsx';
import { ActionFailure } from '../shared/ActionFailure.tsx';
import { createConfirmedAction } from '../shared/confirmed-action.ts';
import { toLoadFailure } from '../shared/failures.ts';
import { ListSkeleton } from '../shared/ListSkeleton.tsx';
import { QuestionDialog } from '../shared/QuestionDialog.tsx';
import { noteChange, useQuery } from '../shared/queries.ts';
import { DeleteButton } from '../shared/RowButton.tsx';
import { panelOf } from './section-list.ts';

interface Props {
  section: Section;
  mayWrite: boolean;
}

/** The resource panel: what a topic holds, below it (OPEN-26). Here a deletion asks first (ARES-14). */
export function ResourcePanel({ section, mayWrite }: Props) {
  const panel = panelOf(section.id);
  const { data, error, isLoading } = useQuery(panel);
  const [deletion] = useState(() =>
    createConfirmedAction<Resource>({
      action: 'delete resource',
      run: async ({ id }) => {
        await callApi(deleteResource, { params: { id } });
        panel.change((rows) => rows.filter((row) => row.id !== id));
        noteChange('topicResources');
      },
      done: 'Resource deleted',
    }),
  );
  return (
    <div className="grid gap-3 bg-sunken px-3 py-3 sm:px-6">
      {section.description ? (
        <p className="max-w-measure text-sm whitespace-pre-line text-muted wrap-anywhere">
          {section.description}
        </p>
      ) : null}
      <ActionFailure action={deletion} />
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
          <ResourceTable
            topic={section.name}
            resources={data}
            actions={
              mayWrite
                ? (resource) => <DeleteButton name={resource.title} onClick={() => deletion.ask(resource)} />
                : undefined
            }
          />
        )
      ) : error ? null : (
        <ListSkeleton label="Loading resources..." />
      )}
      <div>
        <ButtonLink
          variant="secondary"
          size="small"
          href={`/admin/resources?${new URLSearchParams({ topic: section.id })}`}
        >
          Work on these resources
        </ButtonLink>
      </div>
      <QuestionDialog
        action={deletion}
        title={({ title }) => `Delete ${title}`}
        question={({ title }) =>
          `Are you sure you want to delete resource "${title}"? This action cannot be undone.`
        }
        confirmLabel="Delete"
        busyLabel="Deleting…"
      />
    </div>
  );
}
