import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { SignOutReason } from '../http/session-end.ts';

interface Props {
  reason: SignOutReason | null;
  /** Where to ask; given by the page, so that sign-in does not load all settings of the site for it. */
  mailbox: string;
}

/** Why somebody is signed out who was inside a moment ago, and the way on. */
export function SignOutReasonNote({ reason, mailbox }: Props) {
  return <div className="empty:hidden">{reason ? <Note reason={reason} mailbox={mailbox} /> : null}</div>;
}

function Note({ reason, mailbox }: { reason: SignOutReason; mailbox: string }) {
  if (reason === 'ended') {
    return (
      <Alert title="You were signed out">
        Session expired. Please login again. You go on where you were; what you had typed is kept.
      </Alert>
    );
  }
  if (reason === 'deleted') {
    return (
      <Alert tone="success" title="You deleted your account">
        Thank you for having been with us. You are welcome back at any time.
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
        ? `It is erased after ${STAFF_ERASURE_DAYS} days. Until then a Grand Pathfinder can open it again, if you change your mind: `
        : 'Our team has closed it for now; nothing in it is lost. Ask us why, or have it opened again: '}
      <a className="link" href={`mailto:${mailbox}`}>
        {mailbox}
      </a>
    </Alert>
  );
}
