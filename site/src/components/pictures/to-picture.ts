import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { PICTURE_USES, type PictureSources, type PictureUse } from './picture-uses.ts';

/**
 * Makes the copies of a picture that a place on a page needs. A drawing (SVG) is small and sharp at any size and
 * stays as it is; a photograph becomes AVIF and WebP, never larger than it came.
 */
export async function toPicture(image: ImageMetadata, use: PictureUse): Promise<PictureSources> {
  const { src, width, height, format } = lookAt(image);
  if (format === 'svg') return { src, width, height };
  const { sizes, widths: wanted } = PICTURE_USES[use];
  const largest = Math.min(width, Math.max(...wanted));
  const widths = [...wanted.filter((one) => one < largest), largest];
  const copies = (to: 'webp' | 'avif') =>
    getImage({ src: image, widths: [...widths], width: largest, format: to });
  const [webp, avif] = await Promise.all([copies('webp'), copies('avif')]);
  return { src: webp.src, width, height, srcset: webp.srcSet.attribute, avif: avif.srcSet.attribute, sizes };
}

/** Reading a photograph's own fields would make the build ship the original beside its copies; a clone's do not. */
function lookAt(image: ImageMetadata & { clone?: ImageMetadata }): ImageMetadata {
  return image.clone ?? image;
}
