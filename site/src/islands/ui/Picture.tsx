import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PictureSources } from '#site/components/pictures/picture-uses.ts';

interface PictureProps {
  picture: PictureSources;
  alt: string;
  fallback: ReactNode;
  sizes?: string | undefined;
  className?: string;
  isFirstView?: boolean;
}

/** React version of PictureOrFallback.astro. */
export function Picture({ picture, alt, fallback, sizes, className, isFirstView = false }: PictureProps) {
  const [failed, setFailed] = useState(false);
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The picture may have failed before hydration.
    const { complete, naturalWidth, currentSrc } = element.current ?? {};
    if (complete && naturalWidth === 0 && currentSrc) setFailed(true);
  }, []);
  if (failed) return fallback;
  const { src, width, height, srcset, avif } = picture;
  const drawnSizes = srcset ? (sizes ?? picture.sizes) : undefined;
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={drawnSizes} />}
      <img
        ref={element}
        className={className}
        src={src}
        srcSet={srcset || undefined}
        sizes={drawnSizes}
        alt={alt}
        width={width}
        height={height}
        loading={isFirstView ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onError={() => setFailed(true)}
      />
    </picture>
  );
}
