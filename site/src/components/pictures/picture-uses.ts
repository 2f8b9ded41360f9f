/**
 * Where a picture stands: the widths it is made in (pixels) and how wide it is drawn there (`sizes`). Event pictures
 * share one set of widths, so that card, gallery and lightbox share files.
 */
export const PICTURE_USES = {
  card: { widths: [400, 800, 1600], sizes: '(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 100vw' },
  opening: { widths: [400, 800, 1600], sizes: '(min-width: 80rem) 40rem, (min-width: 64rem) 50vw, 100vw' },
  photoFirst: { widths: [400, 800, 1600], sizes: '(min-width: 48rem) 50vw, 100vw' },
  photoSecond: { widths: [400, 800, 1600], sizes: '50vw' },
  photo: { widths: [400, 800, 1600], sizes: '(min-width: 48rem) 25vw, 50vw' },
  lightbox: { widths: [400, 800, 1600], sizes: '100vw' },
  cover: { widths: [400, 800, 1600], sizes: '(min-width: 48rem) 32rem, 85vw' },
  banner: { widths: [800, 1600, 2400], sizes: '100vw' },
  portrait: { widths: [128, 256, 512], sizes: '(min-width: 48rem) 15rem, 8rem' },
  face: { widths: [128, 256, 512], sizes: '3.5rem' },
  mark: { widths: [64, 128, 256], sizes: '4rem' },
} as const satisfies Record<string, { widths: readonly number[]; sizes: string }>;

export type PictureUse = keyof typeof PICTURE_USES;

/** A picture ready to be drawn. A drawing (SVG) is one file for every width: it has no copies. */
export interface PictureSources {
  src: string;
  /** Size of the original in pixels: the room the page keeps for it. */
  width: number;
  height: number;
  /** WebP in several widths; the AVIF copies, which a browser takes when it can, stand in `avif`. */
  srcset?: string;
  avif?: string;
  sizes?: string;
}
