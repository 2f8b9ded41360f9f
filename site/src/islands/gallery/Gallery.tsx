import { useState } from 'react';
import { PICTURE_USES } from '#site/components/pictures/picture-uses.ts';
import { Picture } from '../ui/Picture.tsx';
import './gallery.css';
import { Lightbox } from './Lightbox.tsx';
import { type GalleryImage, Placeholder } from './Placeholder.tsx';

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
