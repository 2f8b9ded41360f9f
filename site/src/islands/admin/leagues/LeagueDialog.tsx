import { useState } from 'react';
import type { League } from '#contract/leagues.ts';
import { EditorDialog, RowDialog } from '../form/EditorDialog.tsx';
import { useCohortChoices } from '../programme/cohort-choices.ts';
import { createCopyForm, LEAGUE_EDITOR } from './league-form.ts';

export function LeagueDialog({ league, onClose }: { league: League | null; onClose: () => void }) {
  const cohortId = useCohortChoices(league?.cohort);
  return <RowDialog editor={LEAGUE_EDITOR} row={league} choices={{ cohortId }} onClose={onClose} />;
}

interface CopyProps {
  league: League;
  onCopied: (copy: League) => void;
  onClose: () => void;
}

export function CopyDialog({ league, onCopied, onClose }: CopyProps) {
  const cohortId = useCohortChoices(league.cohort);
  const [form] = useState(() => createCopyForm(league, onCopied));
  return (
    <EditorDialog
      labels={{ title: `Duplicate ${league.name}`, submitLabel: 'Duplicate', busyLabel: 'Duplicating…' }}
      description="Modules, topics, resources and the assignment come along, without its due date. Learners, staff and the badge do not."
      form={form}
      fields={LEAGUE_EDITOR.fields}
      choices={{ cohortId }}
      onClose={onClose}
    />
  );
}
