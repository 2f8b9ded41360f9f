import { useState } from 'react';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { removeResource } from '../resources/resource-list.ts';
import { WholeTopic } from '../resources/WholeTopic.tsx';
import { ActionFailure } from '../shared/ActionFailure.tsx';
import { createConfirmedAction } from '../shared/confirmed-action.ts';
import { QuestionDialog } from '../shared/QuestionDialog.tsx';
import { DeleteButton } from '../shared/RowButton.tsx';

interface Props {
  section: Section;
  mayWrite: boolean;
}

/** The resource panel: what a topic holds, below it (OPEN-26). Here a deletion asks first (ARES-14). */
export function ResourcePanel({ section, mayWrite }: Props) {
  const [deletion] = useState(() =>
    createConfirmedAction<Resource>({
      action: 'delete resource',
      run: removeResource,
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
      <WholeTopic
        section={section}
        actions={
          mayWrite
            ? (resource) => <DeleteButton name={resource.title} onClick={() => deletion.ask(resource)} />
            : undefined
        }
      />
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
