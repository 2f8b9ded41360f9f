import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { findPlace, type LeagueView } from '../data/league-view.ts';
import type { RowQuestion } from '../data/row.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { toResetText, toUntickQuestion, untick } from './resource-actions.ts';
import { ShareDialog } from './ShareDialog.tsx';

interface Props {
  league: LeagueView;
  question: RowQuestion;
  onClose: () => void;
}

export function RowDialogs({ league, question, onClose }: Props) {
  const place = findPlace(league, ({ id }) => id === question.resourceId);
  if (!place) return null;
  const { resource } = place;
  switch (question.kind) {
    case 'note':
      return <NoteDialog leagueId={league.id} resource={resource} onClose={onClose} />;
    case 'share':
      return <ShareDialog league={league} place={place} onClose={onClose} />;
    case 'untick':
      return (
        <ConfirmDialog
          open
          title="Mark as not done?"
          confirmLabel="Mark as not done"
          onCancel={onClose}
          onConfirm={() => {
            onClose();
            void untick(league.id, resource.id);
          }}
        >
          <p>{toUntickQuestion(resource.title)}</p>
          <p className="mt-2">{toResetText(resource.progress)}</p>
        </ConfirmDialog>
      );
  }
}
