import type { ReactElement, ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';
import { MESSAGE_TONES, type MessageTone } from './message-tones.ts';

interface Props {
  ref?: Ref<HTMLDivElement>;
  tone?: MessageTone;
  title?: ReactNode;
  action?: ReactNode;
  /** Announces it on appearance: failures as alerts, the rest as status. */
  announce?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Alert({
  ref,
  tone = 'info',
  title,
  action,
  announce = true,
  className = '',
  children,
}: Props): ReactElement {
  const { icon, text, box } = MESSAGE_TONES[tone];
  return (
    <div
      ref={ref}
      role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={`flex items-start gap-3 rounded-md border px-4 py-3 text-strong ${box} ${className}`}
    >
      <Icon path={icon} className={`mt-0.5 ${text}`} />
      <div className="min-w-0 flex-1">
        {title && <p className={`font-semibold ${text}`}>{title}</p>}
        {children && <div className="text-sm leading-normal">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
