import { useEffect, useRef, useState } from 'react';
import './gallery.css';
import { Lightbox } from './Lightbox.tsx';

export interface GalleryImage {
  url: string;
  alt: string;
}

/** An event's pictures, the first one large; each opens the lightbox (EVENT-14). */
export function Gallery({ title, images }: { title: string; images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ul className="gallery">
        {images.map((image, index) => (
          <li key={image.url}>
            <button
              type="button"
              onClick={() => setOpen(index)}
              aria-label={`Open photo ${index + 1}: ${image.alt}`}
            >
              <Picture image={image} title={title} isFirst={index === 0} />
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

/** A picture, or a placeholder with the event's title when it cannot be shown (AVATAR-08). */
export function Picture({
  image,
  title,
  isFirst = false,
}: {
  image: GalleryImage;
  title: string;
  isFirst?: boolean;
}) {
  const [failed, setFailed] = useState(false);
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The picture may have failed before this island woke up.
    if (element.current?.complete && element.current.naturalWidth === 0) setFailed(true);
  }, []);
  if (failed) return <span className="gallery-placeholder">{title}</span>;
  return (
    <img
      ref={element}
      src={image.url}
      alt={image.alt}
      width={1200}
      height={800}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
