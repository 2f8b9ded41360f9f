import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { User } from '#contract/users.ts';
import { download as downloadIcon } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { DeletionDialog } from './DeletionDialog.tsx';
import { Outcome } from './Outcome.tsx';
import { $download, type DataFormat, downloadData, forgetDownload } from './own-data.ts';
import { SettingRow } from './SettingRow.tsx';

const FORMATS: readonly { format: DataFormat; label: string }[] = [
  { format: 'html', label: 'as a web page' },
  { format: 'json', label: 'as JSON' },
];

export function OwnDataCard({ user }: { user: User }) {
  const { busy, result } = useStore($download);
  const [isDeleting, setIsDeleting] = useState(false);
  useEffect(() => forgetDownload, []);
  return (
    <TitledCard title="Your Data">
      <div className="divide-y divide-line">
        <div className={result ? 'pb-4' : ''}>
          <SettingRow
            title="Take it with you"
            action={FORMATS.map(({ format, label }) => (
              <Button
                key={format}
                variant="secondary"
                size="small"
                busy={busy === format}
                disabled={busy !== null && busy !== format}
                onClick={() => void downloadData(format)}
              >
                {busy === format ? null : <Icon path={downloadIcon} size={16} />}
                Download {label}
              </Button>
            ))}
          >
            One file with everything we hold about you. The{' '}
            <a className="link" href="/privacy" target="_self">
              privacy policy
            </a>{' '}
            says what we keep and for how long.
          </SettingRow>
          <Outcome result={result} />
        </div>
        <SettingRow
          title="Delete it"
          action={
            <Button
              variant="secondary"
              size="small"
              className="text-danger!"
              onClick={() => setIsDeleting(true)}
            >
              Delete my account
            </Button>
          }
        >
          Deletes your account and everything personal in it, for good. You first see what goes and what
          stays.
        </SettingRow>
      </div>
      {isDeleting ? (
        <DeletionDialog email={user.email} role={user.role} onClose={() => setIsDeleting(false)} />
      ) : null}
    </TitledCard>
  );
}
