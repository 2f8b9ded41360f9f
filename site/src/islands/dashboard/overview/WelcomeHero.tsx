import { Suspense, useState } from 'react';
import { lazyPart } from '#site/islands/shared/lazy-part.ts';
import { readPickedLeague } from '#site/islands/shared/session/return-path.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { PATHS } from '../routing/router.ts';
import { heroName } from '../shell/greeting.ts';

const PickedLeague = lazyPart(async () => (await import('./PickedLeague.tsx')).PickedLeague);

export function WelcomeHero({ name }: { name: string }) {
  const [pickedId] = useState(readPickedLeague);
  return (
    <section
      data-theme="dark"
      className="ink-band mt-6 overflow-hidden rounded-lg border border-line px-6 py-10 sm:px-10 sm:py-14"
    >
      <h2 className="title max-w-2xl">
        Welcome, <span className="text-brand">{heroName(name)}</span>!
      </h2>
      <p className="mt-4 max-w-measure text-lg">
        Pick a league, work through its modules at your own pace, and tick what you have learned. Your
        progress shows up here.
      </p>
      <ol className="mt-8 grid gap-4 sm:grid-cols-3">
        {[
          ['Join', 'Choose a league that makes you curious.'],
          ['Learn', 'Read, watch, take notes, mark what to revise.'],
          ['Rise', 'Every tick counts on the leaderboard.'],
        ].map(([step, text], index) => (
          <li key={step} className="border-t border-line-strong pt-3">
            <p className="font-display font-bold text-brand">
              {index + 1}. {step}
            </p>
            <p className="mt-1 text-sm">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-9 flex flex-wrap gap-3">
        {pickedId ? (
          <Suspense fallback={null}>
            <PickedLeague id={pickedId} />
          </Suspense>
        ) : null}
        <ButtonLink href={PATHS.leagues} variant={pickedId ? 'secondary' : 'primary'}>
          Explore Leagues
        </ButtonLink>
      </div>
    </section>
  );
}
