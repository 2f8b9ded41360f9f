/**
 * Wakes the home page's islands when they come into view. A few lines of our own, because the general island
 * runtime alone is heavier than all the JavaScript this page may run before the visitor scrolls (design section 6).
 */
const ISLANDS = {
  leagues: () => import('#site/islands/leagues-carousel/wake.tsx'),
  posts: () => import('#site/islands/testimonials/wake.tsx'),
};

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    observer.unobserve(target);
    const { island, props } = target.dataset;
    if (island !== 'leagues' && island !== 'posts') continue;
    void ISLANDS[island]().then(({ wake }) => wake(target, JSON.parse(props ?? '{}')));
  }
});
for (const element of document.querySelectorAll('[data-island]')) observer.observe(element);
