import { alert, checkCircle, info, warning } from '#site/icons/states.ts';

export type MessageTone = 'success' | 'info' | 'warning' | 'danger';

export const MESSAGE_TONES: Record<MessageTone, { icon: string; text: string; box: string }> = {
  success: { icon: checkCircle, text: 'text-success', box: 'border-success/40 bg-success-tint' },
  info: { icon: info, text: 'text-info', box: 'border-info/40 bg-info-tint' },
  warning: { icon: warning, text: 'text-warning', box: 'border-warning/40 bg-warning-tint' },
  danger: { icon: alert, text: 'text-danger', box: 'border-danger/40 bg-danger-tint' },
};
