import { useState } from 'react';
import type { CredentialRow } from '#contract/credentials.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { type CredentialFormat, downloadCredential } from './credentials.ts';

export function CredentialDialog({ row, onClose }: { row: CredentialRow; onClose: () => void }) {
  const { title, projectCount } = row;
  const [hasProjects, setHasProjects] = useState(false);
  const [busy, setBusy] = useState<CredentialFormat | null>(null);
  const download = async (format: CredentialFormat) => {
    setBusy(format);
    await downloadCredential(row, format, hasProjects);
    setBusy(null);
  };
  const looksOf = (format: CredentialFormat) => ({
    busy: busy === format,
    disabled: busy !== null && busy !== format,
    onClick: () => void download(format),
  });
  return (
    <Dialog
      open
      title={`Download ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" {...looksOf('jwt')}>
            Download file
          </Button>
          <Button {...looksOf('png')}>Download picture</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          A credential is a signed file that proves your award. It shows no name: to prove that it is yours,
          give your email address too. Anyone can check both at{' '}
          <strong className="[overflow-wrap:anywhere]">{location.host}/verify</strong>.
        </p>
        <p className="text-sm text-muted">
          The picture is a PNG of your badge with the credential inside. The file (.jwt) is for digital
          wallets.
        </p>
        {projectCount > 0 ? (
          <Checkbox
            label="Name my approved projects as evidence"
            hint={`${countOf(projectCount, 'project')} with a link. Everyone who gets the credential can open them.`}
            checked={hasProjects}
            disabled={busy !== null}
            onChange={({ target }) => setHasProjects(target.checked)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
