import { NAV_HIDE_AFTER_PX, NAV_SHADOW_AFTER_PX } from '#contract/constants.ts';

export function barState(
  y: number,
  lastY: number,
  wasHidden: boolean,
): { isHidden: boolean; hasShadow: boolean } {
  const isPast = y > NAV_HIDE_AFTER_PX;
  return { isHidden: isPast && (y === lastY ? wasHidden : y > lastY), hasShadow: y > NAV_SHADOW_AFTER_PX };
}
