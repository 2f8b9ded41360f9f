import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PICTURE_USES, type PictureSources } from '#site/components/pictures/picture-uses.ts';
import { close } from '#site/icons/actions.ts';
import { stepBack, stepForward } from '#site/icons/arrows.ts';
import { nextIndex, previousIndex, toPosition, useSwipe } from '../shared/slides.ts';
import { Icon } from '../ui/Icon.tsx';
import { openModal } from '../ui/open-modals.ts';
import { Picture } from '../ui/Picture.tsx';

/** A second large picture at this index avoids a gap in the four-column grid. */
const SECOND_LARGE = 7;

// The last of an odd row fills it, so that no gap stays beside it. Paper shows five.
const IN_GRID = 'max-md:last:even:col-span-full print:nth-[n+6]:hidden';
// A border for pictures that are as dark or light as the page.
const PHOTO =
  'group relative block aspect-3/2 w-full cursor-zoom-in overflow-hidden rounded-sm bg-sunken after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:border after:border-strong/14';

export function Gallery({ title, images }: { title: string; images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const leavesOneAlone = images.length > SECOND_LARGE + 2 && images.length % 4 === 2;
  const isLarge = (index: number) => index === 0 || (index === SECOND_LARGE && leavesOneAlone);
  const toSizes = (index: number) => {
    if (index === 0) return PICTURE_USES.photoFirst.sizes;
    return index === SECOND_LARGE && leavesOneAlone ? PICTURE_USES.photoSecond.sizes : undefined;
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3 print:grid-cols-4 print:gap-2">
        {images.map((image, index) => (
          <li
            key={image.picture.src}
            className={`${IN_GRID} ${isLarge(index) ? 'md:col-span-2 md:row-span-2' : ''} ${index === 0 ? 'max-md:col-span-full print:col-span-2 print:row-span-2' : ''}`}
          >
            <button
              type="button"
              className={`${PHOTO} ${isLarge(index) ? 'md:aspect-auto md:h-full md:rounded-lg' : ''} ${index === 0 ? 'max-md:rounded-lg print:aspect-auto print:h-full' : ''} print:rounded-[4px]`}
              onClick={() => setOpen(index)}
              aria-label={`Open photo ${index + 1}: ${image.alt}`}
            >
              <Picture
                className="size-full object-cover transition-opacity group-hover:opacity-88"
                picture={image.picture}
                alt={image.alt}
                sizes={toSizes(index)}
                isFirstView={index === 0}
                fallback={<Placeholder title={title} />}
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Lightbox title={title} images={images} index={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface LightboxProps {
  title: string;
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

const CONTROL =
  'grid size-12 cursor-pointer place-items-center rounded-full hover:bg-paper/15 focus-visible:outline-brand';
const STEP = `${CONTROL} md:pointer-events-auto md:not-hover:bg-ink/70`;

function Lightbox({ title, images, index, onMove, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const image = images[index];
  const hasMany = images.length > 1;

  useEffect(() => {
    const opener = document.activeElement;
    const { current } = dialog;
    if (current) openModal(current);
    return () => {
      current?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const step = (direction: 'next' | 'previous') => {
    if (!hasMany) return;
    onMove(direction === 'next' ? nextIndex(index, images.length) : previousIndex(index, images.length));
  };
  const stepByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step('next');
    if (key === 'ArrowLeft') step('previous');
  };
  const swipe = useSwipe(step);

  if (!image) return null;
  return (
    <dialog
      ref={dialog}
      className="lightbox m-0 size-full max-h-none max-w-none border-0 bg-ink p-0 text-paper backdrop:bg-ink open:grid open:grid-rows-[auto_minmax(0,1fr)_auto]"
      aria-label={`Photos of ${title}`}
      onCancel={(event) => {
        // The browser would hide the dialog before `close` fires, and an Enter in between would be lost.
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onKeyDown={stepByKey}
    >
      <div className="flex items-center justify-between px-4 py-2">
        <p role="status" className="font-display font-bold tabular-nums">
          {toPosition(index, images.length)}
        </p>
        <button type="button" className={CONTROL} aria-label="Close" onClick={onClose}>
          <Icon path={close} size={24} strokeWidth={2} />
        </button>
      </div>
      <figure className="m-0 grid min-h-0 grid-rows-[minmax(0,1fr)_auto] md:px-20" {...swipe}>
        <Picture
          className="size-full min-h-0 object-contain"
          key={image.picture.src}
          picture={image.picture}
          alt={image.alt}
          sizes={PICTURE_USES.lightbox.sizes}
          isFirstView
          fallback={<Placeholder title={title} />}
        />
        <figcaption className="px-4 py-3 text-center text-[0.9rem]">{image.alt}</figcaption>
      </figure>
      {hasMany && (
        <div className="flex items-center justify-between gap-4 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] md:pointer-events-none md:absolute md:inset-[50%_0_auto]">
          <button type="button" className={STEP} aria-label="Previous photo" onClick={() => step('previous')}>
            <Icon path={stepBack} size={24} strokeWidth={2} />
          </button>
          <button type="button" className={STEP} aria-label="Next photo" onClick={() => step('next')}>
            <Icon path={stepForward} size={24} strokeWidth={2} />
          </button>
        </div>
      )}
    </dialog>
  );
}

interface GalleryImage {
  picture: PictureSources;
  alt: string;
}

function Placeholder({ title }: { title: string }) {
  return (
    <span className="grid size-full place-items-center p-4 text-center font-display font-bold text-strong [.lightbox_&]:text-inherit">
      {title}
    </span>
  );
}
