import { useStore } from '@nanostores/react';
import { emblemFor } from '#site/emblems.ts';
import { check } from '#site/icons/states.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { toShortDate } from '../../shared/format/dates.ts';
import { countOf, lettersOf } from '../../shared/format/text.ts';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { $enrolling, toLeagueQueueKey } from '../data/enroll.ts';
import { $kept } from '../data/outbox-actions.ts';
import { KeptMark } from '../offline/KeptMark.tsx';
import { leaguePath } from '../routing/router.ts';
import { enrollAndReload } from './catalogue-actions.ts';
import { ExpiredButton } from './ExpiredButton.tsx';

/** A league in the catalogue (LEAGUES-01 to 06). */
export function LeagueCard({ league }: { league: CatalogueLeague }) {
  const { name, description, counts, standing } = league;
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
        <ul className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-5 text-sm tabular-nums">
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
          <LeagueAction league={league} />
        </div>
      </div>
    </article>
  );
}

function LeagueAction({ league }: { league: CatalogueLeague }) {
  const enrollingId = useStore($enrolling);
  const queueKey = toLeagueQueueKey(league.id);
  const isKept = useStore($kept).some((action) => action.lane === queueKey && action.refusal === null);
  if (league.standing === 'expired') return <ExpiredButton {...league} />;
  if (league.standing === 'enrolled') {
    return (
      <ButtonLink href={leaguePath(league.id)} variant="secondary" wide>
        Continue Learning<span className="sr-only"> in {league.name}</span>
      </ButtonLink>
    );
  }
  if (isKept) {
    return (
      <p className="flex min-h-11 items-center text-sm text-muted">
        <KeptMark queueKey={queueKey} />
        <span className="ml-2">Enrolls you when the connection is back</span>
      </p>
    );
  }
  return (
    <Button
      wide
      busy={enrollingId === league.id}
      disabled={enrollingId !== null}
      onClick={() => void enrollAndReload(league)}
    >
      Enroll Now<span className="sr-only"> in {league.name}</span>
    </Button>
  );
}
