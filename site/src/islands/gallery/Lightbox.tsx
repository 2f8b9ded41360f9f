import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type GalleryImage, Picture } from './Gallery.tsx';
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
  const image = images[index];
  const hasMany = images.length > 1;

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const move = (event: KeyboardEvent) => {
    if (!hasMany) return;
    if (event.key === 'ArrowRight') onMove(nextPhoto(index, images.length));
    if (event.key === 'ArrowLeft') onMove(previousPhoto(index, images.length));
  };

  if (!image) return null;
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={`Photos of ${title}`}
      onClose={onClose}
      onKeyDown={move}
    >
      <div className="lightbox-bar">
        <p role="status">{toPosition(index, images.length)}</p>
        <button type="button" aria-label="Close" onClick={onClose}>
          <Sign d="M6 6l12 12M18 6L6 18" />
        </button>
      </div>
      <figure>
        <Picture key={image.url} image={image} title={title} isFirst />
        <figcaption>{image.alt}</figcaption>
      </figure>
      {hasMany && (
        <div className="lightbox-steps">
          <button
            type="button"
            aria-label="Previous photo"
            onClick={() => onMove(previousPhoto(index, images.length))}
          >
            <Sign d="M15 5l-7 7 7 7" />
          </button>
          <button
            type="button"
            aria-label="Next photo"
            onClick={() => onMove(nextPhoto(index, images.length))}
          >
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
