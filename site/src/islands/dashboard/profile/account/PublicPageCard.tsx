import { useState } from 'react';
import { name as productName } from '#content/site.json';
import type { OwnPublicProfile } from '#contract/public-profile.ts';
import { drawProfile } from '#site/islands/shared/people/draw-profile.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { copyText } from '../../sharing/share.ts';
import { Loaded } from '../../shell/Loaded.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { SettingRow } from './Outcome.tsx';
import { PageDialog } from './PageDialog.tsx';
import { publicPage, toPageAddress } from './public-page.ts';

export function PublicPageCard() {
  return (
    <TitledCard title="Public page">
      <Loaded query={publicPage} noun="public page" skeleton="h-24">
        {(own) => <OwnPage own={own} />}
      </Loaded>
    </TitledCard>
  );
}

function OwnPage({ own }: { own: OwnPublicProfile }) {
  const { isPublic, address } = own.settings;
  const [open, setOpen] = useState<'edit' | 'preview' | null>(null);
  const page = isPublic && address ? toPageAddress(address) : null;
  return (
    <>
      <SettingRow
        title={page ? 'Your page is on' : 'Your page is off'}
        action={
          <>
            {page ? (
              <Button variant="secondary" size="small" onClick={() => void copyText(page)}>
                Copy link
              </Button>
            ) : null}
            <Button variant="secondary" size="small" onClick={() => setOpen('preview')}>
              Preview
            </Button>
            <Button variant="secondary" size="small" onClick={() => setOpen('edit')}>
              {page ? 'Edit' : 'Set up'}
            </Button>
          </>
        }
      >
        {page ? (
          <a className="link link-alone" href={page} target="_blank" rel="noopener">
            {page.replace(/^https?:\/\//, '')}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          'Show others what you have learned and built. You choose what is on it.'
        )}
      </SettingRow>
      {open === 'edit' ? <PageDialog own={own} onClose={() => setOpen(null)} /> : null}
      <Dialog
        open={open === 'preview'}
        onClose={() => setOpen(null)}
        title="Preview"
        description={
          page
            ? 'This is what everyone with the link sees.'
            : 'This is what others would see. Your page is off, so nobody sees it yet.'
        }
        size="large"
      >
        <div ref={(box) => box?.replaceChildren(...drawProfile(own.preview, productName, 3))} />
      </Dialog>
    </>
  );
}
