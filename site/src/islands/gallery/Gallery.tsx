import { useState } from 'react';
import { PICTURE_USES, type PictureSources } from '#site/components/pictures/picture-uses.ts';
import { Picture } from '../ui/Picture.tsx';
import './gallery.css';
import { Lightbox } from './Lightbox.tsx';

export interface GalleryImage {
  picture: PictureSources;
  alt: string;
}

/** An event's pictures, the first one large; each opens the lightbox (EVENT-14). */
export function Gallery({ title, images }: { title: string; images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ul className="gallery">
        {images.map((image, index) => (
          <li key={image.picture.src}>
            <button
              type="button"
              onClick={() => setOpen(index)}
              aria-label={`Open photo ${index + 1}: ${image.alt}`}
            >
              <Picture
                picture={image.picture}
                alt={image.alt}
                sizes={index === 0 ? PICTURE_USES.photoFirst.sizes : undefined}
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

/** What stands for a picture that cannot be shown: the event's title (AVATAR-08). */
export function Placeholder({ title }: { title: string }) {
  return <span className="gallery-placeholder">{title}</span>;
}
