import { copy as copyIcon, share as shareIcon } from '#site/icons/actions.ts';
import { warn } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { copyText, SHARE_PLATFORMS, type SharePlatform } from './share.ts';
import { openShareWindow } from './share-link.ts';

interface Props {
  text: string;
  page: string;
  copyLabel: string;
  findAddress: (platform: SharePlatform) => Promise<string>;
  onClose: () => void;
}

export function ShareButtons({ text, page, copyLabel, findAddress, onClose }: Props) {
  const open = (platform: SharePlatform) => {
    onClose();
    void openShareWindow(findAddress(platform)).then((isOpen) => {
      if (!isOpen)
        warn('The browser blocked the share window. Allow pop-ups for this site, or copy the text.');
    });
  };
  const copy = (words: string) => {
    onClose();
    void copyText(words);
  };
  const openSheet = () => {
    onClose();
    // Rejects when the reader closes the sheet.
    navigator.share({ text, url: page }).catch(() => undefined);
  };
  return (
    <>
      <p className="rounded-md bg-sunken p-[12px] text-strong md:p-4 [overflow-wrap:anywhere]">{text}</p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {'share' in navigator ? (
          <Button className="sm:col-span-2" onClick={openSheet}>
            <Icon path={shareIcon} size={16} />
            Share with an app
          </Button>
        ) : null}
        {SHARE_PLATFORMS.map(({ platform, label }) => (
          <Button key={platform} variant="secondary" onClick={() => open(platform)}>
            {label}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => copy(`${text} ${page}`)}>
          <Icon path={copyIcon} size={16} />
          Copy text
        </Button>
        <Button variant="secondary" onClick={() => copy(page)}>
          <Icon path={copyIcon} size={16} />
          {copyLabel}
        </Button>
      </div>
    </>
  );
}
