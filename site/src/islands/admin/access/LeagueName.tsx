import { useStore } from '@nanostores/react';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { leaguePath } from '../areas/areas.ts';
import { $access } from './access.ts';

/** Links to the league if it is in scope. */
export function LeagueName({ id, name }: { id: string; name: string }) {
  const access = useStore($access);
  if (!access?.mayIn(id, null)) return name;
  return (
    <a
      href={leaguePath(id)}
      className="focus-inside underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {name}
    </a>
  );
}

export function LeagueCell({ league: { id, name } }: { league: { id: string; name: string } }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <LeagueEmblem league={name} size={22} />
      <span
        className="line-clamp-2 leading-snug wrap-anywhere md:max-w-40 md:min-w-24 xl:max-w-48"
        title={name}
      >
        <LeagueName id={id} name={name} />
      </span>
    </span>
  );
}
