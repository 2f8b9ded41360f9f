import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { ShareButtons } from '../sharing/ShareButtons.tsx';
import { findAwardAddress, toAwardPage, toAwardText } from './award-share.ts';
import type { Award } from './awards.ts';

export function ShareAwardDialog({ award, onClose }: { award: Award; onClose: () => void }) {
  const hasPage = award.certificate !== null && !award.certificate.isRevoked;
  return (
    <Dialog open title={`Share ${award.title}`} size="small" onClose={onClose}>
      <ShareButtons
        text={toAwardText(award)}
        page={toAwardPage(award, location.origin)}
        copyLabel={hasPage ? 'Copy link to certificate' : 'Copy link'}
        findAddress={(platform) => findAwardAddress(platform, award, location.origin)}
        onClose={onClose}
      />
    </Dialog>
  );
}
