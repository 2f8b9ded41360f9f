// Hydrates islands when they come into view. Astro's own island runtime alone exceeds the JavaScript budget of this
// page (docs/product.md 5).
const waiting = new Set(document.querySelectorAll<HTMLElement>('[data-island]'));

let again = '';

// If the bundle fails to load, the island retries when it next comes into view.
async function load(root: HTMLElement): Promise<void> {
  const { hydrate } = await (again ? import(/* @vite-ignore */ again) : import('./islands.ts')).catch(
    (error) => {
      // Browsers cache a failed module import for the life of the page, so the retry needs a new URL.
      again = `${/http.+js/.exec(error)}?${Math.random()}`;
      throw error;
    },
  );
  if (waiting.delete(root)) hydrate(root);
}

function watch(reach: string): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) void load(target as HTMLElement);
      }
    },
    { rootMargin: reach },
  );
  for (const root of waiting) observer.observe(root);
  return observer;
}

// The first scroll widens the margin, so visitors who never scroll load nothing below the fold.
const atSight = watch('0px');
addEventListener(
  'scroll',
  () => {
    atSight.disconnect();
    watch('400px');
  },
  { once: true },
);
