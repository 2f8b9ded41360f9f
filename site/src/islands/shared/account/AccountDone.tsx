import type { ReactNode } from 'react';
import { check } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';
import { AccountHeading } from './AccountHeading.tsx';

interface Props {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

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
