import { handle, hashtag } from '#content/site.json';
import { ConfirmDialog, Dialog } from '#site/islands/ui/Dialog.tsx';
import { findPlace, type LeagueView, type Place } from '../data/league-view.ts';
import type { RowQuestion } from '../data/row.ts';
import { leaguePath } from '../routing/router.ts';
import { ShareButtons } from '../sharing/ShareButtons.tsx';
import { toShareText } from '../sharing/share.ts';
import { findShareAddress } from '../sharing/share-link.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { toResetText, toUntickQuestion, untick } from './resource-actions.ts';

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

interface ShareDialogProps {
  league: LeagueView;
  place: Place;
  onClose: () => void;
}

function ShareDialog({ league, place, onClose }: ShareDialogProps) {
  const page = location.origin + leaguePath(league.id);
  return (
    <Dialog open title="Share your progress" size="small" onClose={onClose}>
      <ShareButtons
        text={toShareText(place.resource.title, league.name, { handle, hashtag })}
        page={page}
        copyLabel="Copy link to league"
        findAddress={(platform) => findShareAddress(platform, league, place, page)}
        onClose={onClose}
      />
    </Dialog>
  );
}
