import { handle, hashtag } from '#content/site.json';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import type { LeagueView, Place } from '../data/league-view.ts';
import { leaguePath } from '../routing/router.ts';
import { ShareButtons } from '../sharing/ShareButtons.tsx';
import { toShareText } from '../sharing/share.ts';
import { findShareAddress } from '../sharing/share-link.ts';

interface Props {
  league: LeagueView;
  place: Place;
  onClose: () => void;
}

export function ShareDialog({ league, place, onClose }: Props) {
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
