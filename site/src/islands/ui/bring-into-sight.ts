/**
 * A `ref` for what appears far from where the reader looks: scrolls to it where it stands out of sight. Give it a
 * `scroll-mt-*` where a bar stays above.
 */
export function bringIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
