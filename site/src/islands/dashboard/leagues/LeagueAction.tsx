import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { inform, warn } from '#site/islands/shared/toast/toast.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { $enrolling, toLeagueQueueKey } from '../data/enroll.ts';
import { ENROLLMENT_EXPIRED, toEndText } from '../data/expiry.ts';
import { $unsentActions } from '../data/outbox-actions.ts';
import { UnsentMark } from '../offline/UnsentMark.tsx';
import { arrival } from '../routing/arrival.ts';
import { leaguePath } from '../routing/router.ts';

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

interface ContinueLinkProps {
  league: { id: string; name: string };
  variant?: 'primary' | 'secondary';
}

export function ContinueLink({ league: { id, name }, variant = 'secondary' }: ContinueLinkProps) {
  return (
    <ButtonLink
      href={leaguePath(id)}
      variant={variant}
      wide
      onClick={() => {
        arrival.nextOf = id;
      }}
    >
      Continue Learning<span className="sr-only"> in {name}</span>
    </ButtonLink>
  );
}

interface ExpiredButtonProps {
  id: string;
  name: string;
  isEnrolled: boolean;
  endedAt: string | null;
}

/** Looks disabled but stays clickable to explain why (docs/product.md OPEN-20). */
export function ExpiredButton({ id, name, isEnrolled, endedAt }: ExpiredButtonProps) {
  const reason = useId();
  const explain = () =>
    isEnrolled
      ? inform(`${toEndText(endedAt)} Your work in it stays: look back at it below.`)
      : warn(ENROLLMENT_EXPIRED);
  return (
    <>
      <Button
        variant="secondary"
        wide
        className="border-line! text-muted!"
        aria-describedby={reason}
        onClick={explain}
      >
        Expired<span className="sr-only">: {name}</span>
      </Button>
      <span id={reason} hidden>
        Enrollment is temporarily disabled. {toEndText(endedAt)}
      </span>
      {isEnrolled ? (
        <ButtonLink href={leaguePath(id)} variant="ghost" wide className="mt-2">
          Look back<span className="sr-only"> at {name}</span>
        </ButtonLink>
      ) : null}
    </>
  );
}
