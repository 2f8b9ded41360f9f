import { useStore } from '@nanostores/react';
import { alert, check } from '#site/icons/states.ts';
import { Icon } from '../ui/Icon.tsx';
import type { MailWatch } from './mail-state.ts';

/** How far the mail got that somebody waits for; says nothing until it is known. */
export function MailState({ mail }: { mail: MailWatch }) {
  const words = useStore(mail.$mail);
  return (
    <p role="status" className="flex gap-2 text-sm text-muted empty:hidden">
      {words ? (
        <>
          <Icon
            path={words.isTrouble ? alert : check}
            size={16}
            className={`mt-0.5 ${words.isTrouble ? 'text-warning' : 'text-success'}`}
          />
          <span>{words.text}</span>
        </>
      ) : null}
    </p>
  );
}
