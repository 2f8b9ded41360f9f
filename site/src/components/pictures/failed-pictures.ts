// Marks pictures that failed to load, including earlier failures, so that CSS can show the fallback.
const mark = (image: Element) => image.closest('picture')?.setAttribute('data-failed', '');
// `error` does not bubble, so it is caught in the capture phase.
document.addEventListener('error', ({ target }) => mark(target as Element), true);
for (const image of document.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) mark(image);
}

export {};
