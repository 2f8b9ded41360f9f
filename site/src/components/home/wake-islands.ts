/**
 * Wakes the home page's islands when they come into view. A few lines of our own, because the general island
 * runtime alone is heavier than all the JavaScript this page may run before the visitor scrolls (design section 6).
 */
const ISLANDS = {
  leagues: () => import('#site/islands/leagues-carousel/wake.tsx'),
  posts: () => import('#site/islands/testimonials/wake.tsx'),
};

const asleep = new Set(document.querySelectorAll<HTMLElement>('[data-island]'));

/** Wakes what comes within `reach` of the viewport. */
function watch(reach: string): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement) || !asleep.delete(target)) continue;
        const { island, props } = target.dataset;
        if (island !== 'leagues' && island !== 'posts') continue;
        void ISLANDS[island]().then(({ wake }) => wake(target, JSON.parse(props ?? '{}')));
      }
    },
    { rootMargin: reach },
  );
  for (const element of asleep) observer.observe(element);
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
