// Marks pictures that cannot be shown, those that failed before this ran as well; the styles of those that have something
// to show instead do the rest. A page that asks for it twice runs it once.
const mark = (image: Element) => image.closest('picture')?.setAttribute('data-failed', '');
// Errors that are caught here on their way down are those of elements.
document.addEventListener('error', ({ target }) => mark(target as Element), true);
for (const image of document.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) mark(image);
}

export {};
