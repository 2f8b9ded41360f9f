import { copy as copyIcon } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { announce, warn } from '../../shared/toast/notices.ts';
import { COPY_FAILED, copyText } from '../sharing/copy-text.ts';
import { COPIED, SHARE_PLATFORMS, type SharePlatform } from '../sharing/share.ts';
import { openShareWindow } from '../sharing/share-link.ts';
import { findAwardAddress, toAwardPage, toAwardText } from './award-share.ts';
import type { Award } from './awards.ts';

/** Where an award may be told about (SHARE-01 to 05, 08). */
export function ShareAwardDialog({ award, onClose }: { award: Award; onClose: () => void }) {
  const text = toAwardText(award);
  const hasPage = award.certificate !== null && !award.certificate.isRevoked;
  const open = (platform: SharePlatform) => {
    onClose();
    void openShareWindow(findAwardAddress(platform, award, location.origin)).then((isOpen) => {
      if (!isOpen)
        warn('The browser blocked the share window. Allow pop-ups for this site, or copy the text.');
    });
  };
  const copy = async (shareText: string) => {
    onClose();
    if (await copyText(shareText)) announce(COPIED);
    else warn(COPY_FAILED);
  };
  return (
    <Dialog open title={`Share ${award.title}`} size="small" onClose={onClose}>
      <p className="rounded-md bg-sunken p-4 text-strong [overflow-wrap:anywhere]">{text}</p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {SHARE_PLATFORMS.map(({ platform, label }) => (
          <Button key={platform} variant="secondary" onClick={() => open(platform)}>
            {label}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => void copy(text)}>
          <Icon path={copyIcon} size={16} />
          Copy text
        </Button>
        {hasPage ? (
          <Button
            variant="secondary"
            className="sm:col-span-2"
            onClick={() => void copy(toAwardPage(award, location.origin))}
          >
            <Icon path={copyIcon} size={16} />
            Copy link to certificate
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
