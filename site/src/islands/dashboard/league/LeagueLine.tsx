import { check } from '#site/icons/states.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { openWeek } from '../data/league.ts';
import { resourcesOf, type WeekView } from '../data/league-view.ts';
import { type Station, toProgressSum, toStations } from '../data/progress.ts';
import { weekAnchor } from '../data/row.ts';

const WORDS: Record<Station, string> = { done: 'Done', here: 'You are here', 'to come': 'To come' };

export function LeagueLine({ weeks }: { weeks: readonly WeekView[] }) {
  const stations = toStations(
    weeks.map((week) => {
      const { completed, total } = toProgressSum(resourcesOf(week));
      return { completedResources: completed, totalResources: total };
    }),
  );
  return (
    <nav aria-label="Modules">
      <ol className="line line-large">
        {weeks.map(({ id, name }, index) => {
          const station = stations[index] as Station;
          return (
            <li key={id} data-station={station}>
              <a
                href={`#${weekAnchor(id)}`}
                aria-current={station === 'here' ? 'step' : undefined}
                onClick={() => openWeek(id)}
              >
                <span className="station">
                  {station === 'done' ? <Icon path={check} size={18} /> : index + 1}
                </span>
                <span className="stop">
                  <b>{name}</b> <span>{WORDS[station]}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
