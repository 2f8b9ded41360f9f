import { NAV_HIDE_AFTER_PX, NAV_SHADOW_AFTER_PX } from '#contract/constants.ts';

/** How the bar stands after a scroll from one place to another, in pixels (NAV-04, NAV-05, NAV-06). */
export function barState(
  y: number,
  lastY: number,
  wasHidden: boolean,
): { isHidden: boolean; hasShadow: boolean } {
  const isPast = y > NAV_HIDE_AFTER_PX;
  return { isHidden: isPast && (y === lastY ? wasHidden : y > lastY), hasShadow: y > NAV_SHADOW_AFTER_PX };
}
