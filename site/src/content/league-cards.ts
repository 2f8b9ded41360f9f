import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import type { PictureSources } from '#site/components/pictures/picture-uses.ts';
import { HexColor, Order, type PictureField, Slug, Words } from './pieces.ts';

/** A league as the home page presents it (ENT-01). The curriculum itself lives in the database. */
export const leagueCard = <P extends PictureField>(picture: P) =>
  z.strictObject({
    /** Key of the league; also names its colour and emblem. */
    id: Slug,
    /** Short name on the card: 'ML'. */
    name: Words,
    /** The promise in a few words, the largest line of the card. */
    title: Words,
    /** Two or three sentences on what is learnt. */
    description: Words,
    /** Cover picture, 1200 × 800. */
    cover: picture,
    /** The league's own colour. */
    color: HexColor,
    /** Free text: '28 August 2025' or 'To be announced'. */
    startingDate: Words,
    /** Who runs it: 'A finance club'. */
    facilitatedBy: Words,
    order: Order,
  });
export type LeagueCard = z.infer<ReturnType<typeof leagueCard<z.ZodType<ImageMetadata>>>>;

/** A league whose cover is ready to be drawn. */
export type ShownLeague = Omit<LeagueCard, 'cover'> & { cover: PictureSources };
