import { Suspense, useState } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import { share } from '#site/icons/actions.ts';
import { certificate as certificateIcon } from '#site/icons/learning.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { lettersOf } from '../../shared/format/text.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { NotOpened } from '../shell/NotOpened.tsx';
import { type Award, certificatePath } from './awards.ts';

const ShareAwardDialog = lazyPart(
  async () => (await import('./ShareAwardDialog.tsx')).ShareAwardDialog,
  NotOpened,
);

interface Props {
  award: Award;
  showsName?: boolean;
}

export function AwardCard({ award, showsName = false }: Props) {
  const [isSharing, setSharing] = useState(false);
  const { title, story, league, earnedAt, certificate } = award;
  return (
    <article
      aria-label={title}
      data-league={league ? emblemFor(league) : 'league'}
      className="flex h-full flex-col rounded-lg border border-line bg-surface p-[16px] sm:p-5"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <BadgePicture src={toOwnPicture(award.imageUrl)} league={award.league} />
        <div className="min-w-0 flex-1 basis-32">
          <h3 data-letters={lettersOf(title)} className="text-lg [overflow-wrap:anywhere]">
            {title}
          </h3>
          <p className="mt-1 text-sm [overflow-wrap:anywhere]">{story}</p>
          <p className="mt-1 text-xs text-muted">
            Earned <time dateTime={earnedAt}>{toLongDate(earnedAt)}</time>
          </p>
        </div>
      </div>
      {certificate?.isRevoked ? (
        <p className="mt-4 rounded-md bg-danger-tint px-3 py-2 text-sm text-danger [overflow-wrap:anywhere]">
          Your certificate was revoked{certificate.reason ? `: ${certificate.reason}` : '.'}
        </p>
      ) : null}
      {showsName && certificate && !certificate.isRevoked ? (
        <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
          Made out to <strong dir="auto">{certificate.holderName}</strong>. A pathfinder can correct the name.
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap gap-2 pt-4 max-sm:*:grow max-sm:*:px-2">
        {certificate ? (
          <ButtonLink
            href={certificatePath(certificate.code)}
            target="_self"
            variant="secondary"
            size="small"
            className="max-lg:min-h-11"
          >
            <Icon path={certificateIcon} size={16} />
            View certificate<span className="sr-only"> for {title}</span>
          </ButtonLink>
        ) : null}
        <SmallButton onClick={() => setSharing(true)}>
          <Icon path={share} size={16} />
          Share<span className="sr-only"> {title}</span>
        </SmallButton>
      </div>
      {isSharing ? (
        <Suspense fallback={null}>
          <ShareAwardDialog award={award} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </article>
  );
}
