import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { SignOutReason } from '../http/session-end.ts';

interface Props {
  reason: SignOutReason;
  /** Passed by the page, so that sign-in does not load all site settings. */
  mailbox: string;
}

export function SignOutReasonNote({ reason, mailbox }: Props) {
  if (reason === 'ended') {
    return (
      <Alert title="You were signed out">
        Session expired. Please login again. Nothing you typed was lost.
      </Alert>
    );
  }
  if (reason === 'deleted') {
    return (
      <Alert tone="success" title="You deleted your account">
        Thank you for learning with us. You are welcome back at any time.
      </Alert>
    );
  }
  const isClosed = reason === 'closed';
  return (
    <Alert
      tone={isClosed ? 'success' : 'warning'}
      title={isClosed ? 'Your account is closed' : 'This account is suspended'}
    >
      {isClosed
        ? `It is erased after ${STAFF_ERASURE_DAYS} days. Until then a Grand Pathfinder can reopen it if you change your mind: `
        : 'Our team closed it for now. Nothing in it is lost. To ask why, or to have it reopened, write to '}
      <a className="link" href={`mailto:${mailbox}`}>
        {mailbox}
      </a>
    </Alert>
  );
}
