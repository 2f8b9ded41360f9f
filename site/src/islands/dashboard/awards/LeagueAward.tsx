import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { share } from '#site/icons/actions.ts';
import { certificate as certificateIcon } from '#site/icons/learning.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { assignmentOf } from '../data/assignment.ts';
import type { LeagueView } from '../data/league-view.ts';
import { type Award, certificatePath, toAwards } from './awards.ts';
import {
  $justEarned,
  celebrateLeague,
  closeCelebration,
  isCelebrationDue,
  toMissingText,
} from './league-award.ts';
import { ShareAwardDialog } from './ShareAwardDialog.tsx';

interface Props {
  league: LeagueView;
  isComplete: boolean;
  /** Complete when the page opened, so there is no celebration. */
  wasComplete: boolean;
}

export function LeagueAward({ league, isComplete, wasComplete }: Props) {
  const earned = useStore($justEarned);
  const [shared, setShared] = useState<Award | null>(null);
  const { data: task } = useQuery(assignmentOf(league.id));
  const missing = task ? toMissingText(task) : null;
  const certificate = league.certificate ?? null;
  const isWanted = useRef(true);
  isWanted.current = isComplete;
  const [isLeftOver, setIsLeftOver] = useState(() => isCelebrationDue(league.id));
  // An open assignment delays the certificate but never the badge.
  const needsCertificateOnly = !league.hasOpenBadge && !isLeftOver;
  const isNew = !wasComplete && certificate === null && !(needsCertificateOnly && missing);
  const isDue = isComplete && (isNew || isLeftOver);
  useEffect(() => {
    if (!isDue) return undefined;
    const celebrate = async () => {
      await celebrateLeague(league.id, needsCertificateOnly, () => isWanted.current);
      if (!isCelebrationDue(league.id)) setIsLeftOver(false);
    };
    const resume = () => void (isCelebrationDue(league.id) && celebrate());
    void celebrate();
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [isDue, needsCertificateOnly, league.id]);
  useEffect(
    () => () => {
      isWanted.current = false;
      closeCelebration();
    },
    [],
  );
  const [award] = certificate
    ? toAwards({ badges: [], specializations: [], certificates: [certificate] })
    : [];
  return (
    <>
      {certificate && award ? (
        <section
          aria-label="Certificate"
          className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-line bg-league-tint p-4 sm:p-5"
        >
          <BadgePicture src={toOwnPicture(award.imageUrl)} league={award.league} />
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="text-lg">{certificate.isRevoked ? 'Certificate revoked' : 'League completed'}</h2>
            <p className="mt-1 text-sm text-body [overflow-wrap:anywhere]">
              {certificate.isRevoked
                ? `It no longer counts${certificate.reason ? `: ${certificate.reason}` : '.'}`
                : `On ${toLongDate(certificate.completedAt)}. Unticking will not take it away.`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            <ButtonLink href={certificatePath(certificate.code)} target="_self">
              <Icon path={certificateIcon} size={18} />
              View certificate
            </ButtonLink>
            {certificate.isRevoked ? null : (
              <Button variant="secondary" onClick={() => setShared(award)}>
                <Icon path={share} size={18} />
                Share<span className="sr-only"> the certificate</span>
              </Button>
            )}
          </div>
        </section>
      ) : isComplete && (missing !== null || wasComplete) ? (
        <p role="status" className="mt-6 rounded-lg border border-line bg-sunken p-4 text-sm">
          <strong>You completed this league!</strong> {missing ?? 'Your certificate is on its way.'}
        </p>
      ) : null}
      {earned && !shared ? (
        <Celebration award={earned} missing={missing} onShare={() => setShared(earned)} />
      ) : null}
      {shared ? (
        <ShareAwardDialog
          award={shared}
          onClose={() => {
            setShared(null);
            closeCelebration();
          }}
        />
      ) : null}
    </>
  );
}

interface CelebrationProps {
  award: Award;
  missing: string | null;
  onShare: () => void;
}

function Celebration({ award, missing, onShare }: CelebrationProps) {
  const { league, title, badgeId, certificate } = award;
  const rest = certificate ? ', and so is a certificate.' : '.';
  return (
    <Dialog
      open
      size="small"
      title={`You completed ${league ?? title}!`}
      onClose={closeCelebration}
      actions={
        <>
          <Button variant="secondary" onClick={onShare}>
            <Icon path={share} size={18} />
            Share
          </Button>
          {certificate ? (
            <ButtonLink href={certificatePath(certificate.code)} target="_self" data-first-focus>
              <Icon path={certificateIcon} size={18} />
              View certificate
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <span className="relative grid transition-[scale,opacity] duration-[420ms] before:absolute before:-inset-9 before:-z-1 before:scale-110 before:bg-[repeating-conic-gradient(var(--brand)_0_5deg,transparent_5deg_18deg)] before:mask-[radial-gradient(closest-side,transparent_66%,black_67%_96%,transparent_97%)] before:opacity-0 before:transition-[scale,opacity] before:duration-[2s] before:ease-[ease-out] starting:scale-60 starting:opacity-0 starting:before:scale-70 starting:before:opacity-100">
          <BadgePicture src={toOwnPicture(award.imageUrl)} league={award.league} size="large" />
        </span>
        <p className="max-w-measure [overflow-wrap:anywhere]">
          {badgeId ? (
            <>
              The badge <strong>{title}</strong> is yours{rest}
            </>
          ) : (
            'Your certificate is ready.'
          )}{' '}
          {missing ?? 'You finished every topic. Well done!'}
        </p>
      </div>
    </Dialog>
  );
}
