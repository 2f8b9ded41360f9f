import { check } from '#site/icons/states.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import type { CatalogueLeague, LeagueAvailability } from '../data/catalogue.ts';

const AVAILABILITIES: readonly (readonly [LeagueAvailability | null, string])[] = [
  [null, 'All'],
  ['enrolled', 'Enrolled'],
  ['open', 'Open'],
  ['expired', 'Expired'],
];

interface Props {
  leagues: readonly CatalogueLeague[];
  chosen: LeagueAvailability | null;
  onChoose: (availability: LeagueAvailability | null) => void;
}

export function AvailabilityFilter({ leagues, chosen, onChoose }: Props) {
  return (
    <fieldset className="mt-5 flex flex-wrap gap-2">
      <legend className="sr-only">Which leagues</legend>
      {AVAILABILITIES.map(([availability, label]) => {
        const count = availability
          ? leagues.filter((league) => league.availability === availability).length
          : leagues.length;
        if (count === 0 && availability !== chosen) return null;
        return (
          <Button
            key={label}
            size="small"
            variant={availability === chosen ? 'primary' : 'secondary'}
            aria-pressed={availability === chosen}
            onClick={() => onChoose(availability)}
          >
            {availability === chosen ? <Icon path={check} size={16} className="-ms-1" /> : null}
            {label} <span className="font-normal tabular-nums">{toNumber(count)}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
