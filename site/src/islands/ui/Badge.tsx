import type { ReactElement, ReactNode } from 'react';
import { ban, check, hourglass, minus } from '#site/icons/states.ts';
import { roleTone, statusTone, type Tone, toRoleText, toStatusText } from '#site/labels.ts';
import { badgeClasses } from './badge-variants.ts';
import { Icon } from './Icon.tsx';

interface Props {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', className = '', children }: Props): ReactElement {
  return <span className={`${badgeClasses(tone)} ${className}`}>{children}</span>;
}

export function RoleBadge({ role }: { role: string }): ReactElement {
  return <Badge tone={roleTone(role)}>{toRoleText(role)}</Badge>;
}

const STATUS_ICONS: Record<string, string> = {
  PENDING: hourglass,
  ACTIVE: check,
  SUSPENDED: ban,
  INACTIVE: minus,
};

/** Adds an icon, so that colour is not the only sign. */
export function StatusBadge({ status }: { status: string }): ReactElement {
  const icon = STATUS_ICONS[status];
  return (
    <Badge tone={statusTone(status)}>
      {icon && <Icon path={icon} size={13} className="-ms-0.5" />}
      {toStatusText(status)}
    </Badge>
  );
}
