import { type KeyboardEvent, type TouchEvent, useEffect, useRef } from 'react';
import { PICTURE_USES } from '#site/components/pictures/picture-uses.ts';
import { readSwipe } from '../leagues-carousel/steps.ts';
import { Picture } from '../ui/Picture.tsx';
import { type GalleryImage, Placeholder } from './Gallery.tsx';
import './lightbox.css';
import { nextPhoto, previousPhoto, toPosition } from './photo-steps.ts';

interface LightboxProps {
  title: string;
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/**
 * One picture over the page: Escape closes, arrow keys move, both ends wrap (EVENT-15 to -18). The page below does
 * not scroll, as under every open dialog (EVENT-19, base.css).
 */
export function Lightbox({ title, images, index, onMove, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef<number | null>(null);
  const image = images[index];
  const hasMany = images.length > 1;

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const step = (direction: 'next' | 'previous' | null) => {
    if (!hasMany || !direction) return;
    onMove(direction === 'next' ? nextPhoto(index, images.length) : previousPhoto(index, images.length));
  };
  const stepByKey = ({ key }: KeyboardEvent) => {
    step(key === 'ArrowRight' ? 'next' : key === 'ArrowLeft' ? 'previous' : null);
  };
  const stepBySwipe = (event: TouchEvent) => {
    const to = event.changedTouches[0]?.clientX;
    if (touchStart.current !== null && to !== undefined) step(readSwipe(touchStart.current, to));
    touchStart.current = null;
  };

  if (!image) return null;
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={`Photos of ${title}`}
      onCancel={(event) => {
        // The browser would hide it first and tell afterwards: a quick Enter in between would be lost.
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onKeyDown={stepByKey}
    >
      <div className="lightbox-bar">
        <p role="status">{toPosition(index, images.length)}</p>
        <button type="button" aria-label="Close" onClick={onClose}>
          <Sign d="M6 6l12 12M18 6L6 18" />
        </button>
      </div>
      <figure
        onTouchStart={(event) => {
          // Two fingers zoom, they do not step.
          touchStart.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
        }}
        onTouchEnd={stepBySwipe}
      >
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
            <Sign d="M15 5l-7 7 7 7" />
          </button>
          <button type="button" aria-label="Next photo" onClick={() => step('next')}>
            <Sign d="M9 5l7 7-7 7" />
          </button>
        </div>
      )}
    </dialog>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={d}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
