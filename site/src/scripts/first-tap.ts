// Repeats a click on an island as soon as it has hydrated.
let tapped: HTMLElement | null = null;

document.addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('astro-island[ssr] button') : null;
    if (!button) return;
    tapped = button;
    button
      .closest('astro-island')
      ?.addEventListener('astro:hydrate', () => tapped === button && button.click(), { once: true });
  },
  true,
);
