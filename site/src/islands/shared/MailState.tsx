import { useStore } from '@nanostores/react';
import { alert, check, hourglass } from '#site/icons/states.ts';
import { Icon } from '../ui/Icon.tsx';
import type { MailWatch, MailWords } from './mail-state.ts';

const LOOKS: Record<MailWords['state'], { icon: string; tone: string }> = {
  left: { icon: check, tone: 'text-success' },
  waits: { icon: hourglass, tone: 'text-muted' },
  'held up': { icon: hourglass, tone: 'text-warning' },
  lost: { icon: alert, tone: 'text-danger' },
};

/** How far the mail got that somebody waits for; nothing until it is known. Stands in a status region. */
export function MailState({ mail }: { mail: Pick<MailWatch, '$mail'> }) {
  const words = useStore(mail.$mail);
  return (
    <p className="flex gap-2 text-sm text-muted empty:hidden">
      {words ? (
        <>
          <Icon path={LOOKS[words.state].icon} size={16} className={`mt-0.5 ${LOOKS[words.state].tone}`} />
          <span>{words.text}</span>
        </>
      ) : null}
    </p>
  );
}
