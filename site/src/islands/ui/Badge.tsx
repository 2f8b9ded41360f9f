import type { ReactElement, ReactNode } from 'react';
import { ban, check, hourglass, minus } from '#site/icons/states.ts';
import { roleTone, statusTone, type Tone, toRoleText, toStatusText } from '#site/labels.ts';
import { Icon } from './Icon.tsx';

const TONES: Record<Tone, string> = {
  pioneer: 'bg-pioneer-tint text-pioneer',
  luminary: 'bg-luminary-tint text-luminary',
  pathfinder: 'bg-pathfinder-tint text-pathfinder',
  chief: 'bg-chief-tint text-chief',
  grand: 'bg-grand-tint text-grand',
  admin: 'bg-admin-tint text-admin',
  pending: 'bg-pending-tint text-pending',
  active: 'bg-active-tint text-active',
  suspended: 'bg-suspended-tint text-suspended',
  inactive: 'bg-inactive-tint text-inactive',
  info: 'bg-info-tint text-info',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
  neutral: 'bg-sunken text-muted',
  brand: 'bg-brand text-on-brand',
};

function badgeClasses(tone: Tone): string {
  return `inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 align-middle text-xs font-semibold whitespace-nowrap ${TONES[tone]}`;
}

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
