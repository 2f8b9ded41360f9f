import type { Week } from '#contract/weeks.ts';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';

/** The entries of a form's choice of module: league first, as the modules are listed. */
export function toWeekOptions(weeks: readonly Week[]): { value: string; label: string }[] {
  return weeks.map(({ id, name, order, league }) => ({
    value: id,
    label: `${league.name}: ${order}. ${name}`,
  }));
}

/** Place and league of a module below its name, and how much it holds. */
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
