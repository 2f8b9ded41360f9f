/**
 * Widths in pixels and the `sizes` attribute. Event pictures use the same widths, so that card, gallery and lightbox
 * share files.
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

/** An SVG has no `srcset`, since one file serves every width. */
export interface PictureSources {
  src: string;
  width: number;
  height: number;
  srcset?: string;
  avif?: string;
  sizes?: string;
}
