import type { Week } from '#contract/weeks.ts';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';

export function WeekDetails({ week, count }: { week: Week; count: string }) {
  return (
    <>
      <span>Module {week.order}</span>
      <span aria-hidden="true" className="max-sm:hidden">
        ·
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <LeagueEmblem league={week.league.name} size={18} />
        <span className="wrap-anywhere">{week.league.name}</span>
      </span>
      <span aria-hidden="true" className="max-sm:hidden">
        ·
      </span>
      <span>{count}</span>
    </>
  );
}
