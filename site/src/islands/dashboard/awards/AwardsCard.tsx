import type { Dashboard } from '#contract/learning.ts';
import { dashboard } from '../data/dashboard.ts';
import { LongList } from '../long-list/LongList.tsx';
import { leaguePath } from '../routing/router.ts';
import { Loaded } from '../shell/Loaded.tsx';
import { TitledCard } from '../shell/TitledCard.tsx';
import { AwardCard } from './AwardCard.tsx';
import { toAwards, toWaiting } from './awards.ts';

export function AwardsCard() {
  return (
    <div className="mt-6">
      <TitledCard title="Badges and Certificates">
        <Loaded query={dashboard} noun="badges and certificates" skeleton="h-84 lg:h-40">
          {(data) => <Awards data={data} />}
        </Loaded>
      </TitledCard>
    </div>
  );
}

function Awards({ data }: { data: Dashboard }) {
  const awards = toAwards(data);
  const waiting = toWaiting(data);
  return (
    <>
      {awards.length > 0 ? (
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
      ) : (
        <p className="text-muted">
          Nothing yet. Complete every topic of a league to earn its badge and certificate.
        </p>
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
    </>
  );
}
