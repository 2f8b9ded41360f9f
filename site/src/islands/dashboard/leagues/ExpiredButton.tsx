import { useId } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import { warn } from '../../shared/toast/notices.ts';
import { ENROLLMENT_EXPIRED } from '../data/enroll.ts';

/** Looks and reads as out of use, and answers a press with the reason (LEAGUES-05, 11, 12; docs/product.md OPEN-20). */
export function ExpiredButton({ name }: { name: string }) {
  const reason = useId();
  return (
    <>
      <Button variant="secondary" wide aria-describedby={reason} onClick={() => warn(ENROLLMENT_EXPIRED)}>
        Expired<span className="sr-only">: {name}</span>
      </Button>
      <span id={reason} hidden>
        Enrollment is temporarily disabled
      </span>
    </>
  );
}
