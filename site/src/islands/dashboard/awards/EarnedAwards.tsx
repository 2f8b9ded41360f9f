import { LongList } from '../long-list/LongList.tsx';
import { AwardCard } from './AwardCard.tsx';
import { type EarnedSource, toAwards } from './awards.ts';

export function EarnedAwards({ earned }: { earned: EarnedSource }) {
  return (
    <section aria-labelledby="earned" className="mt-10">
      <h2 id="earned" className="text-xl">
        Earned
      </h2>
      <LongList
        entries={toAwards(earned)}
        name="earned"
        noun="award"
        first={6}
        className="mt-5 grid grid-cols-1 gap-5 md:grid-cols-2 2xl:grid-cols-3"
        toKey={({ key }) => key}
      >
        {(award) => <AwardCard award={award} />}
      </LongList>
    </section>
  );
}
