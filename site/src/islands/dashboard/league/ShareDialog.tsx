import { handle, hashtag } from '#content/site.json';
import { copy as copyIcon } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { announce, warn } from '../../shared/toast/notices.ts';
import type { LeagueView, Place } from '../data/league-view.ts';
import { COPY_FAILED, copyText } from '../sharing/copy-text.ts';
import { COPIED, SHARE_PLATFORMS, type SharePlatform, toShareText } from '../sharing/share.ts';
import { findShareAddress, openShareWindow } from '../sharing/share-link.ts';

interface Props {
  league: LeagueView;
  place: Place;
  onClose: () => void;
}

/** Where a completed resource may be told about (LPROG-35, SHARE-02 to 05, 08). */
export function ShareDialog({ league, place, onClose }: Props) {
  const text = toShareText(place.resource.title, league.name, { handle, hashtag });
  const open = (platform: SharePlatform) => {
    onClose();
    void openShareWindow(findShareAddress(platform, league, place, location.origin)).then((isOpen) => {
      if (!isOpen)
        warn('The browser blocked the share window. Allow pop-ups for this site, or copy the text.');
    });
  };
  const copy = async () => {
    onClose();
    if (await copyText(text)) announce(COPIED);
    else warn(COPY_FAILED);
  };
  return (
    <Dialog open title="Share your progress" size="small" onClose={onClose}>
      <p className="rounded-md bg-sunken p-[12px] text-strong md:p-4 [overflow-wrap:anywhere]">{text}</p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {SHARE_PLATFORMS.map(({ platform, label }) => (
          <Button key={platform} variant="secondary" onClick={() => open(platform)}>
            {label}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon path={copyIcon} size={16} />
          Copy text
        </Button>
      </div>
    </Dialog>
  );
}
