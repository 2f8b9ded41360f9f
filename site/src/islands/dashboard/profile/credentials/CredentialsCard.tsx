import { useState } from 'react';
import type { CredentialKind, CredentialRow } from '#contract/credentials.ts';
import { emblemFor } from '#contract/emblems.ts';
import { download } from '#site/icons/actions.ts';
import { arrowOut } from '#site/icons/arrows.ts';
import { toLongDate } from '#site/islands/shared/format/dates.ts';
import { lettersOf } from '#site/islands/shared/format/text.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { LongList } from '../../long-list/LongList.tsx';
import { Loaded } from '../../shell/Loaded.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { CredentialDialog } from './CredentialDialog.tsx';
import { credentials, toLinkedInForm } from './credentials.ts';

const KINDS: Record<CredentialKind, string> = {
  badge: 'Badge',
  certificate: 'Certificate',
  specialization: 'Specialization',
};

export function CredentialsCard() {
  return (
    <div className="mt-6 empty:hidden">
      <Loaded query={credentials} noun="credentials" skeleton="h-40">
        {({ isOffered, credentials: rows }) =>
          isOffered ? (
            <TitledCard title="Credentials">
              <Credentials rows={rows} />
            </TitledCard>
          ) : null
        }
      </Loaded>
    </div>
  );
}

function Credentials({ rows }: { rows: CredentialRow[] }) {
  const [chosen, setChosen] = useState<CredentialRow | null>(null);
  if (rows.length === 0) {
    return (
      <p className="text-muted">
        Nothing yet. Each badge and certificate you earn can be downloaded here as signed proof.
      </p>
    );
  }
  return (
    <>
      <p className="mb-2 text-muted">
        Signed proof of each award, for applications and digital wallets. Anyone can check it at{' '}
        <a href="/verify" target="_self" className="link">
          {location.host}/verify
        </a>
        .
      </p>
      <LongList
        entries={rows}
        name="credentials"
        noun="credential"
        first={6}
        className="-mb-3 divide-y divide-line"
        toKey={({ kind, id }) => `${kind}-${id}`}
      >
        {(row) => <Row row={row} onDownload={() => setChosen(row)} />}
      </LongList>
      {chosen ? <CredentialDialog row={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function Row({ row, onDownload }: { row: CredentialRow; onDownload: () => void }) {
  const { kind, title, league, earnedOn } = row;
  return (
    <div
      data-league={league ? emblemFor(league.name) : 'league'}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3"
    >
      <BadgePicture size="small" src={toOwnPicture(row.imageUrl)} league={league?.name ?? null} />
      <div className="min-w-0 flex-1 basis-44">
        <h3 data-letters={lettersOf(title)} className="text-base [overflow-wrap:anywhere]">
          {title}
        </h3>
        <p className="text-sm text-muted">
          {/* Without a time zone, it is read as the reader's. */}
          {KINDS[kind]} ·{' '}
          <time dateTime={earnedOn} className="whitespace-nowrap">
            {toLongDate(`${earnedOn}T12:00`)}
          </time>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2">
        <SmallButton onClick={onDownload}>
          <Icon path={download} size={16} />
          Download<span className="sr-only"> {`the ${kind} ${title}`}</span>
        </SmallButton>
        <ButtonLink
          href={toLinkedInForm(row, location.origin)}
          target="_blank"
          rel="noopener noreferrer"
          variant="secondary"
          size="small"
          className="max-lg:min-h-11"
        >
          Add to LinkedIn<span className="sr-only"> {`the ${kind} ${title} (opens in a new tab)`}</span>
          <Icon path={arrowOut} size={16} />
        </ButtonLink>
      </div>
    </div>
  );
}
