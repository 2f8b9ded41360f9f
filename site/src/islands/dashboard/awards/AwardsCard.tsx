import { Suspense } from 'react';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import { dashboard } from '../data/dashboard.ts';
import { LongList } from '../long-list/LongList.tsx';
import { TitledCard } from '../shell/TitledCard.tsx';
import { AwardCard } from './AwardCard.tsx';
import { toAwards } from './awards.ts';

const WaitingCertificates = lazyPart(async () => (await import('./WaitingCertificates.tsx')).default);

/** Badges and certificates on the profile, where a name can be corrected, and what still waits for staff. */
export function AwardsCard() {
  const { data, error } = useQuery(dashboard);
  const awards = data ? toAwards(data) : null;
  return (
    <div className="mt-6">
      <TitledCard title="Badges and Certificates">
        {awards && awards.length > 0 ? (
          <LongList
            entries={awards}
            name="awards"
            noun="award"
            first={6}
            className="grid grid-cols-1 gap-4 lg:grid-cols-2"
            toKey={({ key }) => key}
          >
            {(award) => <AwardCard award={award} mayRename />}
          </LongList>
        ) : awards ? (
          <p className="text-muted">
            Nothing yet. Complete every topic of a league, and its badge and certificate stand here.
          </p>
        ) : error ? (
          <Alert
            tone="danger"
            title="Your badges and certificates did not load"
            action={
              <Button variant="secondary" size="small" onClick={() => void dashboard.ensure()}>
                Load them again
              </Button>
            }
          >
            They are safe. Check your connection, then try again.
          </Alert>
        ) : (
          <Loading label="Loading your badges and certificates..." className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-40 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </Loading>
        )}
        <Suspense fallback={null}>
          <WaitingCertificates />
        </Suspense>
      </TitledCard>
    </div>
  );
}
