import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { createBadge } from '#contract/badges.ts';
import { listCertificates } from '#contract/certificates.ts';
import { certificate } from '#site/icons/learning.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TabLinks } from '#site/islands/ui/TabLinks.tsx';
import { useAccess } from '../access/access.ts';
import { leaguePath } from '../areas/areas.ts';
import { $router } from '../areas/router.ts';
import { BadgeDialog } from '../badges/BadgeDialog.tsx';
import { BadgeHolders } from '../badges/BadgeHolders.tsx';
import type { EditedBadge } from '../badges/badge-form.ts';
import { CertificateList } from '../certificates/Certificates.tsx';
import { EditButton } from '../list/RowButton.tsx';
import { CreateButton } from '../page/PageHeader.tsx';
import { outlineOf, type TabProps } from './outline.ts';

/** One list at a time, because both keep search and page in the address. */
const CERTIFICATES = 'certificates';

export function Rewards({ league }: TabProps) {
  const access = useAccess();
  const page = useStore($router);
  const [edited] = useState(() => createDialogState<EditedBadge | 'new'>());
  const seesHolders = access?.mayIn(league.id, 'canManageUsers') === true;
  const seesCertificates = seesHolders && access.may(listCertificates);
  const mayWrite = access?.may(createBadge) === true && access.mayIn(league.id, 'canCreateContent');
  const shown = seesCertificates && page?.search.show === CERTIFICATES ? CERTIFICATES : 'badge';
  const [badge] = league.badges.map((own) => ({ ...own, league }));
  const path = leaguePath(league.id, 'rewards');
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 md:grid-cols-2">
        <Reward
          picture={<BadgePicture src={toOwnPicture(badge?.imageUrl ?? null)} league={league.name} ownColor />}
          title={badge?.name ?? 'No badge yet'}
          text={badge?.description ?? 'Finishing the league awards it.'}
        >
          {badge && mayWrite ? <EditButton name={badge.name} onClick={() => edited.open(badge)} /> : null}
          {!badge && mayWrite ? (
            <CreateButton onClick={() => edited.open('new')}>Create Badge</CreateButton>
          ) : null}
        </Reward>
        <Reward
          picture={
            <span className="grid size-18 shrink-0 place-items-center rounded-md border-2 border-ink bg-paper text-ink">
              <Icon path={certificate} size={36} />
            </span>
          }
          title="Certificate"
          text={`Issued when a learner has finished the league${league.assignment ? ' and the assignment is approved' : ''}.`}
        />
      </div>
      {seesCertificates ? (
        <TabLinks
          label="People with a reward"
          tabs={[
            { label: 'Badge holders', href: path, isCurrent: shown === 'badge' },
            { label: 'Certificates', href: `${path}?show=${CERTIFICATES}`, isCurrent: shown !== 'badge' },
          ]}
        />
      ) : null}
      {shown === CERTIFICATES ? (
        <CertificateList leagueId={league.id} />
      ) : badge && seesHolders ? (
        <BadgeHolders badgeId={badge.id} isPart />
      ) : null}
      <DeferredDialog state={edited}>
        {(row) => (
          <BadgeDialog
            badge={row === 'new' ? null : row}
            leagueId={league.id}
            isLeagueFixed
            onClose={edited.close}
            // The button that created it is gone by then.
            onSaved={() => void outlineOf(league.id).refresh().then(edited.close)}
          />
        )}
      </DeferredDialog>
    </div>
  );
}

interface RewardProps {
  picture: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

function Reward({ picture, title, text, children }: RewardProps) {
  return (
    <Card padding="small" className="flex items-start gap-4">
      {picture}
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="text-lg wrap-anywhere">{title}</h2>
          {children}
        </div>
        <p className="max-w-measure text-sm text-muted wrap-anywhere">{text}</p>
      </div>
    </Card>
  );
}
