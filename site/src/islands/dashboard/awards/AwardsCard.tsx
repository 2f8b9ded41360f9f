import { useQuery } from '#site/islands/shared/query/query.ts';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { dashboard } from '../data/dashboard.ts';
import { LongList } from '../long-list/LongList.tsx';
import { leaguePath } from '../routing/router.ts';
import { LoadFailure } from '../shell/LoadFailure.tsx';
import { TitledCard } from '../shell/TitledCard.tsx';
import { AwardCard } from './AwardCard.tsx';
import { toAwards, toWaiting } from './awards.ts';

export function AwardsCard() {
  const { data, error } = useQuery(dashboard);
  const awards = data ? toAwards(data) : null;
  const waiting = data ? toWaiting(data) : [];
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
            {(award) => <AwardCard award={award} showsName />}
          </LongList>
        ) : awards ? (
          <p className="text-muted">
            Nothing yet. Complete every topic of a league to earn its badge and certificate.
          </p>
        ) : error ? (
          <LoadFailure
            title="Your badges and certificates did not load"
            retryLabel="Load them again"
            onRetry={() => void dashboard.ensure()}
          >
            They are safe. Check your connection, then try again.
          </LoadFailure>
        ) : (
          <Loading label="Loading your badges and certificates..." className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-40 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </Loading>
        )}
        {waiting.length > 0 ? (
          <ul aria-label="Certificates not issued yet" className="mt-4 grid gap-3">
            {waiting.map(({ id, name }) => (
              <li key={id} className="rounded-md bg-sunken px-4 py-3 text-sm [overflow-wrap:anywhere]">
                <h3 className="text-base">Certificate of {name}</h3>
                <p className="mt-1">
                  Not issued yet.{' '}
                  <a href={leaguePath(id)} className="link">
                    See what is missing<span className="sr-only"> for {name}</span>
                  </a>
                </p>
              </li>
            ))}
          </ul>
        ) : null}
      </TitledCard>
    </div>
  );
}
