import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { PICTURE_USES, type PictureSources, type PictureUse } from './picture-uses.ts';

/** Makes AVIF and WebP copies of a photograph, never wider than the original. An SVG stays as it is. */
export async function toPicture(image: ImageMetadata, use: PictureUse): Promise<PictureSources> {
  const { src, width, height, format } = cloneOf(image);
  if (format === 'svg') return { src, width, height };
  const { sizes, widths: wanted } = PICTURE_USES[use];
  const largest = Math.min(width, Math.max(...wanted));
  const widths = [...wanted.filter((one) => one < largest), largest];
  const copies = (to: 'webp' | 'avif') =>
    getImage({ src: image, widths: [...widths], width: largest, format: to });
  const [webp, avif] = await Promise.all([copies('webp'), copies('avif')]);
  return { src: webp.src, width, height, srcset: webp.srcSet.attribute, avif: avif.srcSet.attribute, sizes };
}

// Astro ships the original file as soon as a field of the image is read; reading its clone avoids that.
function cloneOf(image: ImageMetadata & { clone?: ImageMetadata }): ImageMetadata {
  return image.clone ?? image;
}
