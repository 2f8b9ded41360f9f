// Marks pictures that cannot be shown, those that failed before this ran as well; styles do the rest. A page that asks for
// it twice runs it once.
const mark = (target: EventTarget | null) => {
  if (!(target instanceof HTMLImageElement) || !('picture' in target.dataset)) return;
  const frame = target.closest('picture');
  if (frame) frame.dataset.failed = '';
};
document.addEventListener('error', ({ target }) => mark(target), true);
for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
  if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) mark(picture);
}

export {};
