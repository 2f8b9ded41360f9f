import { useState } from 'react';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { ActionFailure } from '../action/ActionFailure.tsx';
import { createConfirmedAction } from '../action/confirmed-action.ts';
import { removeResource } from '../data/resource-list.ts';
import { DeletionDialog } from '../deletion/DeletionDialog.tsx';
import { DeleteButton } from '../list/RowButton.tsx';
import { WholeTopic } from '../resources/WholeTopic.tsx';

interface Props {
  section: Section;
  mayWrite: boolean;
}

/** Unlike the resource screen, this panel always asks before a deletion (docs/product.md OPEN-26). */
export function ResourcePanel({ section, mayWrite }: Props) {
  const [deletion] = useState(() =>
    createConfirmedAction<Resource>({
      action: 'delete resource',
      run: removeResource,
      done: 'Resource deleted',
    }),
  );
  return (
    <>
      {section.description ? (
        <Markdown text={section.description} className="max-w-measure text-sm text-muted" />
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
          href={`/admin/resources?${new URLSearchParams({ sectionId: section.id })}`}
        >
          Work on these resources
        </ButtonLink>
      </div>
      <DeletionDialog
        action={deletion}
        kind="resources"
        nameOf={({ title }) => title}
        question={({ title }) =>
          `Are you sure you want to delete resource "${title}"? This action cannot be undone.`
        }
      />
    </>
  );
}
