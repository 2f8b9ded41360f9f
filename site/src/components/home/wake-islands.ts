/**
 * Wakes the home page's islands when they come into view. A few lines of our own, because the general island
 * runtime alone is heavier than all the JavaScript this page may run before the visitor scrolls (docs/product.md 5).
 */
const asleep = new Set(document.querySelectorAll<HTMLElement>('[data-island]'));

async function wake(root: HTMLElement): Promise<void> {
  const { ISLANDS } = await import('./islands.ts');
  ISLANDS[root.dataset.island ?? '']?.(root, JSON.parse(root.dataset.props ?? '{}'));
}

/** Wakes what comes within `reach` of the viewport. */
function watch(reach: string): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && asleep.delete(target as HTMLElement)) void wake(target as HTMLElement);
      }
    },
    { rootMargin: reach },
  );
  for (const root of asleep) observer.observe(root);
  return observer;
}

// A visitor who scrolls will soon be there; one who does not pays for nothing out of sight.
const atSight = watch('0px');
addEventListener(
  'scroll',
  () => {
    atSight.disconnect();
    watch('400px');
  },
  { once: true, passive: true },
);
