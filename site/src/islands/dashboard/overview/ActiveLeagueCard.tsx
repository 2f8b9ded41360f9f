import { emblemFor } from '#contract/emblems.ts';
import { check } from '#site/icons/states.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { ProgressRing } from '#site/islands/ui/ProgressRing.tsx';
import { toShortDate } from '../../shared/format/dates.ts';
import { countOf, lettersOf } from '../../shared/format/text.ts';
import { type ActiveLeague, isFinished } from '../data/dashboard.ts';
import { toStations } from '../data/progress.ts';
import { ContinueLink, ExpiredButton } from '../leagues/LeagueAction.tsx';

interface Props {
  league: ActiveLeague;
  isNextUp: boolean;
  nextTitle: string | null;
}

export function ActiveLeagueCard({ league, isNextUp, nextTitle }: Props) {
  const { name, description, sections, resources, weeks, enrolledAt } = league;
  return (
    <article
      data-league={emblemFor(name)}
      className="flex h-full flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-wrap items-start gap-3 p-5 pb-0 sm:gap-4">
        <LeagueEmblem league={name} className="size-12 sm:size-14" />
        <div className="min-w-0 flex-1 basis-24">
          {isNextUp ? (
            <Badge tone="brand" className="mb-1.5">
              Next up
            </Badge>
          ) : isFinished(league) ? (
            <Badge tone="success" className="mb-1.5">
              <Icon path={check} size={14} className="-ms-0.5" />
              Completed
            </Badge>
          ) : null}
          <h3 data-letters={lettersOf(name)} className="line-clamp-4 text-lg [overflow-wrap:anywhere]">
            {name}
          </h3>
          <p className="mt-1 text-xs text-muted">
            Enrolled <time dateTime={enrolledAt}>{toShortDate(enrolledAt)}</time>
            {league.endedAt ? (
              <>
                {' · Ended '}
                <time dateTime={league.endedAt}>{toShortDate(league.endedAt)}</time>
              </>
            ) : null}
          </p>
        </div>
        <ProgressRing value={resources.percentage} label={`${name}: resources completed`} size={64}>
          <span className="text-sm">{resources.percentage}%</span>
        </ProgressRing>
      </div>
      {description ? (
        <p className="line-clamp-3 px-5 pt-3 text-sm text-muted">
          <PlainText text={description} />
        </p>
      ) : null}
      {league.modules.length > 0 ? <SmallLine modules={league.modules} /> : null}
      {nextTitle ? (
        <p className="line-clamp-2 px-5 pt-3 text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">Next: </span>
          <span className="font-semibold text-strong">{nextTitle}</span>
        </p>
      ) : null}
      <div className="mx-5 mt-auto pt-5">
        <dl className="flex flex-wrap justify-between gap-3 border-t border-line pt-4 text-sm">
          <Fact label="Topics done" value={`${sections.done}/${sections.total}`} />
          <Fact label="Resources done" value={`${resources.done}/${resources.total}`} />
          <Fact label="Modules" value={String(weeks)} />
        </dl>
      </div>
      <div className="p-5">
        {league.isExpired ? (
          <ExpiredButton id={league.leagueId} name={name} isEnrolled endedAt={league.endedAt} />
        ) : (
          <ContinueLink league={{ id: league.leagueId, name }} variant={isNextUp ? 'primary' : 'secondary'} />
        )}
      </div>
    </article>
  );
}

function SmallLine({ modules }: Pick<ActiveLeague, 'modules'>) {
  const stations = toStations(modules);
  const done = stations.filter((station) => station === 'done').length;
  const here = modules[stations.indexOf('here')];
  return (
    <div className="px-5 pt-4">
      <ol className="line line-small" aria-hidden="true">
        {modules.map(({ id }, index) => (
          <li key={id} data-station={stations[index]} />
        ))}
      </ol>
      <p className="mt-2 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
        {done} of {countOf(modules.length, 'module')} done{here ? `, now ${here.name}` : ''}
      </p>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-display text-lg font-bold tabular-nums text-strong">{value}</dd>
    </div>
  );
}
