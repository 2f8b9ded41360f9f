import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { chevronDown } from '#site/icons/arrows.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { WORDS } from '#site/labels.ts';
import { $openWeeks, toggleWeek } from './league.ts';
import { resourcesOf, type WeekView } from './league-view.ts';
import { toProgressSum } from './progress.ts';
import type { RowQuestion } from './row.ts';
import { SectionTable } from './SectionTable.tsx';
import { siteIcons } from './site-icons.ts';

interface Props {
  leagueId: string;
  week: WeekView;
  number: number;
  onAsk: (question: RowQuestion) => void;
}

/** A week, closed at first; its head says how far it is (LPROG-04, 05). */
export function WeekPanel({ leagueId, week, number, onAsk }: Props) {
  const isOpen = useStore($openWeeks).has(week.id);
  const panel = useId();
  const { completed, total, percentage } = toProgressSum(resourcesOf(week));
  useEffect(() => {
    if (isOpen) siteIcons.preload(resourcesOf(week).map(({ url }) => url));
  }, [isOpen, week]);
  return (
    <section className="min-w-0 overflow-clip rounded-lg border border-line bg-surface">
      <div className="transition-colors has-[button:hover]:bg-hover">
        <h2 className="font-sans text-base font-normal tracking-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => toggleWeek(week.id)}
            className="flex w-full items-center gap-4 p-4 pb-3 text-left sm:px-5 sm:pt-5"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-xs font-semibold text-league">
                {WORDS.week} {number}
              </span>
              <span className="mt-0.5 block font-display text-lg leading-snug font-bold text-strong">
                {week.name}
              </span>
              <span className="mt-1 block text-sm tabular-nums text-muted">
                {completed} of {total} resources completed
              </span>
            </span>
            <span className="flex items-center gap-3">
              <span className="font-display font-bold tabular-nums text-strong">{percentage}%</span>
              <Icon
                path={chevronDown}
                className={`text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
              />
            </span>
          </button>
        </h2>
        <ProgressBar
          value={percentage}
          label={`${week.name}: progress`}
          size="small"
          className="px-4 pb-4 sm:px-5"
        />
      </div>
      {isOpen ? (
        <div id={panel} className="enter divide-y divide-line border-t border-line">
          {week.sections.length === 0 ? (
            <p className="p-5 text-muted">This module has no topics yet.</p>
          ) : (
            week.sections.map((section) => (
              <SectionTable key={section.id} leagueId={leagueId} section={section} onAsk={onAsk} />
            ))
          )}
        </div>
      ) : null}
    </section>
  );
}
