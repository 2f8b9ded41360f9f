/**
 * Wakes the home page's islands when they come into view. A few lines of our own, because the general island
 * runtime alone is heavier than all the JavaScript this page may run before the visitor scrolls (docs/product.md 5).
 */
const asleep = new Set(document.querySelectorAll<HTMLElement>('[data-island]'));

/** Where the script of the islands is asked for after it did not come. */
let again = '';

/** An island whose script did not come stays asleep: it is tried again when it next comes into view. */
async function wake(root: HTMLElement): Promise<void> {
  const { hydrate } = await (again ? import(/* @vite-ignore */ again) : import('./islands.ts')).catch(
    (error) => {
      // Most browsers remember while the page is open that a script did not come; at another address they ask anew.
      again = `${/http.+js/.exec(error)}?${Math.random()}`;
      throw error;
    },
  );
  if (asleep.delete(root)) hydrate(root);
}

/** Wakes what comes within `reach` of the viewport. */
function watch(reach: string): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) void wake(target as HTMLElement);
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
  { once: true },
);
