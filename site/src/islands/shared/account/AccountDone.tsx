import type { ReactNode } from 'react';
import { check } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';
import { AccountHeading } from './AccountHeading.tsx';

interface Props {
  title: string;
  /** What that means, in a sentence. */
  text: ReactNode;
  /** The way on. */
  children: ReactNode;
}

/** What an account screen shows once its task is done; announced. */
export function AccountDone({ title, text, children }: Props) {
  return (
    <div role="status" className="enter grid justify-items-start gap-6">
      <span className="grid size-16 place-items-center rounded-full bg-success-tint text-success">
        <Icon path={check} size={34} />
      </span>
      <AccountHeading title={title}>{text}</AccountHeading>
      {children}
    </div>
  );
}
