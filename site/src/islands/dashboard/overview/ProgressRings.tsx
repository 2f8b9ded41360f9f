import { ProgressRing } from '#site/islands/ui/ProgressRing.tsx';
import type { DashboardRings, Share } from '../data/dashboard.ts';

export function ProgressRings({ rings }: { rings: DashboardRings }) {
  return (
    <section
      aria-label="Your progress"
      className="figures mt-6 rounded-lg border border-line bg-surface py-5 sm:py-7"
    >
      <div>
        <RingTile label="Active Leagues" counts="enrolled, of all leagues" share={rings.leagues} />
        <RingTile label="Topics Complete" share={rings.sections} />
        <RingTile label="Resources Completed" share={rings.resources} />
      </div>
    </section>
  );
}

interface TileProps {
  label: string;
  counts?: string;
  share: Share;
}

function RingTile({ label, counts, share }: TileProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 text-center md:flex-row md:justify-center md:gap-5 md:text-left">
      <ProgressRing
        value={share.percentage}
        label={label}
        valueText={`${share.done} of ${share.total}`}
        className="max-sm:scale-90 max-[23rem]:scale-75"
      />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold tabular-nums text-strong sm:text-2xl">
          {share.done}
          <span className="whitespace-nowrap text-sm font-semibold text-muted sm:text-base">
            {' '}
            / {share.total}
          </span>
        </p>
        <p className="text-xs text-muted sm:text-sm">{label}</p>
        {counts ? <p className="text-xs text-muted">{counts}</p> : null}
      </div>
    </div>
  );
}
