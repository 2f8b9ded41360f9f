import { useStore } from '@nanostores/react';
import { alert, check, hourglass } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { MailText, MailWatch } from './mail-state.ts';

const LOOKS: Record<MailText['state'], { icon: string; tone: string }> = {
  sent: { icon: check, tone: 'text-success' },
  waiting: { icon: hourglass, tone: 'text-muted' },
  delayed: { icon: hourglass, tone: 'text-warning' },
  failed: { icon: alert, tone: 'text-danger' },
};

/** Place it in a status region. */
export function MailState({ mail }: { mail: Pick<MailWatch, '$mail'> }) {
  const message = useStore(mail.$mail);
  // Renders nothing, so that the empty region takes no space.
  if (!message) return null;
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Icon path={LOOKS[message.state].icon} size={16} className={`mt-0.5 ${LOOKS[message.state].tone}`} />
      <span>
        {message.text}
        {message.link ? (
          <>
            {' '}
            <a className="link" href={message.link.href}>
              {message.link.text}
            </a>
          </>
        ) : null}
      </span>
    </p>
  );
}
