import { toPlainPath } from '#site/seo/public-pages.ts';

/** 1.91 to 1, which every network shows uncropped. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * The newest events get a card of their own; older ones share their photograph
 * (docs/decisions/0009-share-images-and-feeds-at-build.md).
 */
export const EVENTS_WITH_CARD = 40;

export const toCardName = (path: string) => toPlainPath(path).slice(1) || 'home';

export const toCardAddress = (path: string) => `/share/${toCardName(path)}.jpg`;
