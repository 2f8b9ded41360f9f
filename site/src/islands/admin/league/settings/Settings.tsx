import { useState } from 'react';
import { copy, pencil, trash } from '#site/icons/actions.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess } from '../../access/access.ts';
import { leaguePath, rulesOf } from '../../areas/areas.ts';
import { openPage } from '../../areas/router.ts';
import { leagueList } from '../../data/league-list.ts';
import { DeletionDialog } from '../../deletion/DeletionDialog.tsx';
import { ImportPart } from '../../league-files/ImportPart.tsx';
import { ExportPart } from '../../league-files/league-export.tsx';
import { ExportFirst } from '../../leagues/ExportFirst.tsx';
import { CopyDialog, LeagueDialog } from '../../leagues/LeagueDialog.tsx';
import { Part } from '../../page/Part.tsx';
import type { Outline, TabProps } from '../outline.ts';

export function Settings({ league }: TabProps) {
  const isGrand = useAccess()?.isGrand === true;
  return (
    <div className="grid max-w-5xl gap-4">
      {isGrand ? <LeagueParts league={league} /> : null}
      <ExportPart league={league} />
      <ImportPart league={league} />
      {isGrand ? <DeletePart league={league} /> : null}
    </div>
  );
}

function LeagueParts({ league }: TabProps) {
  const [dialog] = useState(() => createDialogState<'edit' | 'duplicate'>());
  return (
    <>
      <Part
        title="The league"
        action={
          <Button variant="secondary" onClick={() => dialog.open('edit')}>
            <Icon path={pencil} size={18} />
            Edit league
          </Button>
        }
      >
        <div className="max-w-measure text-strong wrap-anywhere">
          {league.description ? <PlainText text={league.description} /> : 'No description yet.'}
        </div>
      </Part>
      <Part
        title="Duplicate"
        action={
          <Button variant="secondary" onClick={() => dialog.open('duplicate')}>
            <Icon path={copy} size={18} />
            Duplicate league
          </Button>
        }
      >
        <p className="max-w-measure text-muted">
          Last year's league for a new cohort: the same content in a league of its own, without learners.
        </p>
      </Part>
      <DeferredDialog state={dialog}>
        {(opened) =>
          opened === 'edit' ? (
            <LeagueDialog league={league} onClose={dialog.close} />
          ) : (
            <CopyDialog
              league={league}
              onCopied={({ id }) => openPage(leaguePath(id))}
              onClose={dialog.close}
            />
          )
        }
      </DeferredDialog>
    </>
  );
}

function DeletePart({ league }: TabProps) {
  const [deletion] = useState(() =>
    createConfirmedAction<Outline>({
      action: 'delete league',
      run: async (deleted) => {
        await leagueList.remove(deleted);
        openPage(rulesOf('leagues').path, { replace: true });
      },
      done: 'League deleted',
    }),
  );
  return (
    <Part
      title="Delete"
      action={
        <Button variant="danger" onClick={() => deletion.ask(league)}>
          <Icon path={trash} size={18} />
          Delete league
        </Button>
      }
    >
      <p className="max-w-measure text-muted">
        Everything in it goes, with what learners did. You see what would be lost before you confirm.
      </p>
      <ActionFailure action={deletion} />
      <DeletionDialog
        kind="leagues"
        action={deletion}
        nameOf={({ name }) => name}
        question={() => 'Are you sure you want to delete this league? This action cannot be undone.'}
        offer={(deleted) => <ExportFirst league={deleted} />}
      />
    </Part>
  );
}
