// A tap on an island that is not awake yet: pressed again as soon as it is.
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
