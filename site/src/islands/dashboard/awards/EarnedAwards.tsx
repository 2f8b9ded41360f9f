import { AwardCard } from './AwardCard.tsx';
import { type EarnedSource, toAwards } from './awards.ts';

/** What the learner earned, on the dashboard. */
export function EarnedAwards({ earned }: { earned: EarnedSource }) {
  const awards = toAwards(earned);
  return (
    <section aria-labelledby="earned" className="mt-10">
      <h2 id="earned" className="text-xl">
        Earned
      </h2>
      <ul className="mt-5 grid grid-cols-1 gap-5 md:grid-cols-2 2xl:grid-cols-3">
        {awards.map((award) => (
          <li key={award.key}>
            <AwardCard award={award} />
          </li>
        ))}
      </ul>
    </section>
  );
}
