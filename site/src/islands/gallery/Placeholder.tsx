import type { PictureSources } from '#site/components/pictures/picture-uses.ts';

export interface GalleryImage {
  picture: PictureSources;
  alt: string;
}

/** What stands for a picture that cannot be shown: the event's title (AVATAR-08). */
export function Placeholder({ title }: { title: string }) {
  return <span className="gallery-placeholder">{title}</span>;
}
