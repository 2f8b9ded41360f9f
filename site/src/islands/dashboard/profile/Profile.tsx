import { type ReactNode, Suspense, useState } from 'react';
import { name as productName, shortName as productShortName } from '#content/site.json';
import { emblemFor } from '#contract/emblems.ts';
import type { User } from '#contract/users.ts';
import { checkCircle } from '#site/icons/states.ts';
import { readStored, writeStored } from '#site/islands/shared/offline/storage.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { toRoleText } from '#site/labels.ts';
import { toLongDate, toShortDate } from '../../shared/format/dates.ts';
import { lettersOf } from '../../shared/format/text.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { AwardsCard } from '../awards/AwardsCard.tsx';
import { LongList } from '../long-list/LongList.tsx';
import { PATHS } from '../routing/router.ts';
import { NotOpened } from '../shell/NotOpened.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { FIGURES, TitledCard } from '../shell/TitledCard.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { SocialCard } from './SocialCard.tsx';

const CredentialsCard = lazyPart(
  async () => (await import('./credentials/CredentialsCard.tsx')).CredentialsCard,
);
const DetailsDialog = lazyPart(
  async () => (await import('./account/DetailsDialog.tsx')).DetailsDialog,
  NotOpened,
);

export function Profile({ user }: { user: User }) {
  return (
    <div className="mx-auto max-w-5xl">
      <ProfileHead user={user} />
      <div className={`${FIGURES} mt-6 py-5 text-center`}>
        <dl>
          <Tile
            label="Enrolled leagues"
            value={String(new Set(user.enrollments.map(({ leagueId }) => leagueId)).size)}
          />
          <Tile label="Member since" value={String(new Date(user.createdAt).getFullYear())} />
          <Tile label="Role" value={toRoleText(user.role)} />
        </dl>
      </div>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <FactsCard
          title="Personal Information"
          facts={[
            ['Email', <EmailText key="email" email={user.email} />],
            ['Phone', user.phoneNumber],
            ['Member since', toLongDate(user.createdAt)],
            ['Last updated', toLongDate(user.updatedAt)],
          ]}
        />
        <FactsCard
          title="Academic Information"
          facts={[
            ['Institute', user.institute],
            ['Department', user.department],
            ['Graduation year', user.graduationYear],
            ['Student ID', user.studentId],
          ]}
        />
      </div>
      <AwardsCard />
      {user.status === 'ACTIVE' && user.emailVerified ? (
        <Suspense fallback={<Skeleton className="mt-6 h-40 rounded-lg" />}>
          <CredentialsCard />
        </Suspense>
      ) : null}
      <SocialCard user={user} />
      <EnrolledLeagues user={user} />
      <AccountSettings user={user} />
      {user.migratedToV2 === true ? <MigratedNote userId={user.id} /> : null}
    </div>
  );
}

function MigratedNote({ userId }: { userId: string }) {
  const key = `migratedNote:${userId}`;
  const [isShown, setIsShown] = useState(() => readStored('local', key) === null);
  if (!isShown) return null;
  const dismiss = () => {
    writeStored('local', key, 'closed');
    setIsShown(false);
  };
  return (
    <Alert
      tone="success"
      title="Account Migrated"
      announce={false}
      className="mt-6"
      action={
        <Button variant="secondary" size="small" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      Your account has been migrated to {productName} V2
    </Alert>
  );
}

function ProfileHead({ user }: { user: User }) {
  const [state, open] = useState<'closed' | 'editing' | 'saved'>('closed');
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-4 sm:items-center sm:gap-x-6">
      <Avatar name={user.name} email={user.email} id={user.id} />
      <div className="min-w-0 flex-1">
        <ScreenHeading title="Profile">
          <span data-letters={lettersOf(user.name)}>{user.name}</span>
          {user.emailVerified ? <VerifiedTick /> : null}
        </ScreenHeading>
        {user.olid ? (
          <p className="mt-2 text-muted">
            {productShortName} ID <span className="font-mono font-semibold text-strong">{user.olid}</span>
          </p>
        ) : null}
      </div>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => open('editing')}>
        Edit profile
      </Button>
      <p role="status" className="w-full font-semibold text-success empty:hidden">
        {state === 'saved' ? 'Your profile is saved.' : null}
      </p>
      {state === 'editing' ? (
        <Suspense fallback={null}>
          <DetailsDialog user={user} onClose={() => open('closed')} onDone={() => open('saved')} />
        </Suspense>
      ) : null}
    </div>
  );
}

function VerifiedTick() {
  return (
    <span className="ml-3 inline-flex align-middle text-success">
      <Icon path={checkCircle} size={24} />
      <span className="sr-only">Verified</span>
    </span>
  );
}

function Tile({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end px-2">
      <dt className="text-xs text-muted sm:text-sm">{label}</dt>
      <dd className="font-display text-base font-bold text-strong [overflow-wrap:anywhere] sm:text-xl">
        {value}
      </dd>
    </div>
  );
}

function FactsCard({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <TitledCard title={title}>
      {known.length === 0 ? (
        <p className="text-muted">Nothing here yet.</p>
      ) : (
        <dl className="grid gap-3">
          {known.map(([label, value]) => (
            <div key={label} className="grid items-baseline gap-x-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="min-w-0 font-semibold text-strong [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </TitledCard>
  );
}

function EnrolledLeagues({ user }: { user: User }) {
  return (
    <div className="mt-6">
      <TitledCard title="Enrolled Leagues">
        {user.enrollments.length === 0 ? (
          <p className="text-muted">
            You are not enrolled in a league yet.{' '}
            <a href={PATHS.leagues} className="link">
              Browse all leagues
            </a>
          </p>
        ) : (
          <LongList
            entries={user.enrollments}
            name="enrolled"
            noun="league"
            className="-my-3 divide-y divide-line"
            toKey={({ id }) => id}
          >
            {({ league, cohort, enrolledAt, createdAt }, index) => {
              const name = league?.name || `League ${index + 1}`;
              const since = enrolledAt || createdAt;
              return (
                <div data-league={emblemFor(name)} className="flex items-center gap-[16px] py-3">
                  <LeagueEmblem league={name} size={44} />
                  <div className="min-w-0 flex-1 gap-4 sm:flex sm:items-center sm:justify-between">
                    <div className="min-w-0">
                      <p className="font-semibold text-strong [overflow-wrap:anywhere]">{name}</p>
                      <p className="text-sm text-muted">Cohort: {cohort?.name || 'Not specified'}</p>
                    </div>
                    <time dateTime={since} className="shrink-0 text-sm text-muted">
                      {toShortDate(since)}
                    </time>
                  </div>
                </div>
              );
            }}
          </LongList>
        )}
      </TitledCard>
    </div>
  );
}
