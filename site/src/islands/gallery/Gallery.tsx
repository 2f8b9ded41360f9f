import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PICTURE_USES, type PictureSources } from '#site/components/pictures/picture-uses.ts';
import { Picture } from '../ui/Picture.tsx';
import './gallery.css';
import { close } from '#site/icons/actions.ts';
import { stepBack, stepForward } from '#site/icons/arrows.ts';
import { nextIndex, previousIndex, toPosition, useSwipe } from '../shared/slides.ts';
import { Icon } from '../ui/Icon.tsx';
import { openModal } from '../ui/open-modals.ts';
import './lightbox.css';

/** A second large picture at this index avoids a gap in the four-column grid. */
const SECOND_LARGE = 7;

export function Gallery({ title, images }: { title: string; images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const leavesOneAlone = images.length > SECOND_LARGE + 2 && images.length % 4 === 2;
  const toSizes = (index: number) => {
    if (index === 0) return PICTURE_USES.photoFirst.sizes;
    return index === SECOND_LARGE && leavesOneAlone ? PICTURE_USES.photoSecond.sizes : undefined;
  };
  return (
    <>
      <ul className="gallery">
        {images.map((image, index) => (
          <li
            key={image.picture.src}
            className={index === SECOND_LARGE && leavesOneAlone ? 'gallery-second' : undefined}
          >
            <button
              type="button"
              onClick={() => setOpen(index)}
              aria-label={`Open photo ${index + 1}: ${image.alt}`}
            >
              <Picture
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
      className="lightbox"
      aria-label={`Photos of ${title}`}
      onCancel={(event) => {
        // The browser would hide the dialog before `close` fires, and an Enter in between would be lost.
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onKeyDown={stepByKey}
    >
      <div className="lightbox-bar">
        <p role="status">{toPosition(index, images.length)}</p>
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon path={close} size={24} strokeWidth={2} />
        </button>
      </div>
      <figure {...swipe}>
        <Picture
          key={image.picture.src}
          picture={image.picture}
          alt={image.alt}
          sizes={PICTURE_USES.lightbox.sizes}
          isFirstView
          fallback={<Placeholder title={title} />}
        />
        <figcaption>{image.alt}</figcaption>
      </figure>
      {hasMany && (
        <div className="lightbox-steps">
          <button type="button" aria-label="Previous photo" onClick={() => step('previous')}>
            <Icon path={stepBack} size={24} strokeWidth={2} />
          </button>
          <button type="button" aria-label="Next photo" onClick={() => step('next')}>
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
  return <span className="gallery-placeholder">{title}</span>;
}
