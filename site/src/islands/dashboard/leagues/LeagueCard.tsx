import { emblemFor } from '#contract/emblems.ts';
import { check } from '#site/icons/states.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { toShortDate } from '../../shared/format/dates.ts';
import { countOf, lettersOf } from '../../shared/format/text.ts';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { enrollAndReload } from './catalogue-actions.ts';
import { LeagueAction } from './LeagueAction.tsx';

export function LeagueCard({ league }: { league: CatalogueLeague }) {
  const { name, description, counts, modules, standing } = league;
  const more = counts.weeks - modules.length;
  return (
    <article
      data-league={emblemFor(name)}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div
        className={`flex flex-wrap items-start justify-between gap-3 bg-league-tint p-5 ${standing === 'expired' ? 'grayscale' : ''}`}
      >
        <LeagueEmblem league={name} className="size-16" />
        {standing === 'enrolled' ? (
          <Badge tone="brand">
            <Icon path={check} size={14} className="-ms-0.5" />
            Enrolled
          </Badge>
        ) : null}
        {standing === 'expired' ? <Badge tone="inactive">League Expired</Badge> : null}
      </div>
      <div className="flex flex-1 flex-col p-5">
        <h2 data-letters={lettersOf(name)} className="line-clamp-4 text-lg [overflow-wrap:anywhere]">
          {name}
        </h2>
        {description ? (
          <p className="mt-2 line-clamp-4 text-sm text-muted">
            <PlainText text={description} />
          </p>
        ) : null}
        {modules.length > 0 ? (
          <ol className="mt-4 list-inside list-decimal text-sm text-strong marker:font-bold marker:text-muted">
            {modules.map((module, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two modules may have one name
              <li key={n} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                {module}
              </li>
            ))}
            {more > 0 ? (
              <li className="list-none border-t border-line pt-2 text-muted">
                +{countOf(more, 'more module')}
              </li>
            ) : null}
          </ol>
        ) : null}
        <ul className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-5 text-sm tabular-nums">
          <li>{countOf(counts.weeks, 'module')}</li>
          <li>{countOf(counts.sections, 'topic')}</li>
          <li>{countOf(counts.resources, 'resource')}</li>
        </ul>
        {league.endedAt ? (
          <p className="mt-4 text-sm text-muted">
            Ended <time dateTime={league.endedAt}>{toShortDate(league.endedAt)}</time>
          </p>
        ) : null}
        <div className="mt-4">
          <LeagueAction league={league} onEnroll={() => void enrollAndReload(league)} />
        </div>
      </div>
    </article>
  );
}
