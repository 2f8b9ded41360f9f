import { useId } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import { inform, warn } from '../../shared/toast/notices.ts';
import { ENROLLMENT_EXPIRED, toEndText } from '../data/expiry.ts';

interface Props {
  name: string;
  isEnrolled: boolean;
  endedAt: string | null;
}

/**
 * Looks and reads as out of use, and answers a press with the reason (LEAGUES-05, 11, 12; docs/product.md OPEN-20), or
 * tells those who were in the league where their work is.
 */
export function ExpiredButton({ name, isEnrolled, endedAt }: Props) {
  const reason = useId();
  const tell = () =>
    isEnrolled
      ? inform(`${toEndText(endedAt)} Your work in it stays: see My History, Revision and your Profile.`)
      : warn(ENROLLMENT_EXPIRED);
  return (
    <>
      <Button
        variant="secondary"
        wide
        className="border-line! text-muted!"
        aria-describedby={reason}
        onClick={tell}
      >
        Expired<span className="sr-only">: {name}</span>
      </Button>
      <span id={reason} hidden>
        Enrollment is temporarily disabled. {toEndText(endedAt)}
      </span>
    </>
  );
}
