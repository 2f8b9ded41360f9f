import type { ReactElement, ReactNode, Ref } from 'react';
import { alert, checkCircle, info, warning } from '#site/icons/states.ts';
import { Icon } from './Icon.tsx';

type MessageTone = 'success' | 'info' | 'warning' | 'danger';

export const MESSAGE_TONES: Record<MessageTone, { icon: string; text: string; box: string }> = {
  success: { icon: checkCircle, text: 'text-success', box: 'border-success/40 bg-success-tint' },
  info: { icon: info, text: 'text-info', box: 'border-info/40 bg-info-tint' },
  warning: { icon: warning, text: 'text-warning', box: 'border-warning/40 bg-warning-tint' },
  danger: { icon: alert, text: 'text-danger', box: 'border-danger/40 bg-danger-tint' },
};

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
