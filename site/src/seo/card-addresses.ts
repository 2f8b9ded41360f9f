import { toPlainPath } from '#site/seo/public-pages.ts';

/** What every network shows whole: 1.91 to 1. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * Events that get a picture of their own, newest first. An older one shares its own photograph, or the picture of all
 * events. Why: docs/decisions/0009-share-images-and-feeds-at-build.md
 */
export const EVENTS_WITH_CARD = 40;

/** The name of a page's picture without its ending: 'home' for '/'. */
export const toCardName = (path: string) => toPlainPath(path).slice(1) || 'home';

/** Address of the share picture of a public page. */
export const toCardAddress = (path: string) => `/share/${toCardName(path)}.jpg`;
