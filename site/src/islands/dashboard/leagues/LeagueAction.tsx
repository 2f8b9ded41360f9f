import { useStore } from '@nanostores/react';
import { Button } from '#site/islands/ui/Button.tsx';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { $enrolling, toLeagueQueueKey } from '../data/enroll.ts';
import { $unsentActions } from '../data/outbox-actions.ts';
import { UnsentMark } from '../offline/UnsentMark.tsx';
import { ContinueLink } from './ContinueLink.tsx';
import { ExpiredButton } from './ExpiredButton.tsx';

interface Props {
  league: CatalogueLeague;
  onEnroll: () => void;
}

export function LeagueAction({ league, onEnroll }: Props) {
  const enrollingId = useStore($enrolling);
  const queueKey = toLeagueQueueKey(league.id);
  const isUnsent = useStore($unsentActions).some(
    (action) => action.lane === queueKey && action.refusal === null,
  );
  if (league.availability === 'expired') return <ExpiredButton {...league} />;
  if (league.availability === 'enrolled') return <ContinueLink league={league} />;
  if (isUnsent) {
    return (
      <p className="flex min-h-11 items-center text-sm text-muted">
        <UnsentMark queueKey={queueKey} />
        <span className="ml-2">Enrolls you when you are back online</span>
      </p>
    );
  }
  return (
    <Button wide busy={enrollingId === league.id} disabled={enrollingId !== null} onClick={onEnroll}>
      Enroll Now<span className="sr-only"> in {league.name}</span>
    </Button>
  );
}
