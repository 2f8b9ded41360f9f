import type { PictureSources } from '#site/components/pictures/picture-uses.ts';

export interface GalleryImage {
  picture: PictureSources;
  alt: string;
}

export function Placeholder({ title }: { title: string }) {
  return <span className="gallery-placeholder">{title}</span>;
}
