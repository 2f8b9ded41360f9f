import { check } from '#site/icons/states.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import type { CatalogueLeague, Standing } from '../data/catalogue.ts';

const STANDINGS: readonly (readonly [Standing | null, string])[] = [
  [null, 'All'],
  ['enrolled', 'Enrolled'],
  ['open', 'Open'],
  ['expired', 'Expired'],
];

interface Props {
  leagues: readonly CatalogueLeague[];
  chosen: Standing | null;
  onChoose: (standing: Standing | null) => void;
}

export function StandingFilter({ leagues, chosen, onChoose }: Props) {
  return (
    <fieldset className="mt-5 flex flex-wrap gap-2">
      <legend className="sr-only">Which leagues</legend>
      {STANDINGS.map(([standing, label]) => {
        const count = standing
          ? leagues.filter((league) => league.standing === standing).length
          : leagues.length;
        if (count === 0 && standing !== chosen) return null;
        return (
          <Button
            key={label}
            size="small"
            variant={standing === chosen ? 'primary' : 'secondary'}
            aria-pressed={standing === chosen}
            onClick={() => onChoose(standing)}
          >
            {standing === chosen ? <Icon path={check} size={16} className="-ms-1" /> : null}
            {label} <span className="font-normal tabular-nums">{toNumber(count)}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
