import { Fragment, type ReactNode, useId, useState } from 'react';
import { copy, pencil, trash } from '#site/icons/actions.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
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
  const { name, cohort, description, expiresAt } = league;
  const facts = [
    ['Name', name],
    ['Cohort', cohort.name],
    ['Ends', expiresAt ? toShortDateTime(expiresAt) : 'No end'],
    ['Description', description ? <PlainText key="text" text={description} /> : 'No description'],
  ] as const;
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
        <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-2 [&_dd]:max-sm:mb-2 [&_dt]:text-muted">
          {facts.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className="max-w-measure text-strong wrap-anywhere">{value}</dd>
            </Fragment>
          ))}
        </dl>
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
            <CopyDialog league={league} onCopied={openLeague} onClose={dialog.close} />
          )
        }
      </DeferredDialog>
    </>
  );
}

const openLeague = ({ id }: { id: string }) => openPage(leaguePath(id));

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

interface PartProps {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
      <div>{action}</div>
    </Card>
  );
}
