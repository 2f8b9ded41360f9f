import type { Tone } from '#site/labels.ts';

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

export function badgeClasses(tone: Tone): string {
  return `inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 align-middle text-xs font-semibold whitespace-nowrap ${TONES[tone]}`;
}
