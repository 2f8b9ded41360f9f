import { useId } from 'react';
import { inform, warn } from '#site/islands/shared/toast/toast.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { ENROLLMENT_EXPIRED, toEndText } from '../data/expiry.ts';
import { leaguePath } from '../routing/router.ts';

interface Props {
  id: string;
  name: string;
  isEnrolled: boolean;
  endedAt: string | null;
}

/** Looks disabled but stays clickable to explain why (docs/product.md OPEN-20). */
export function ExpiredButton({ id, name, isEnrolled, endedAt }: Props) {
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
