import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { HexColor, NonEmptyText } from '#contract/content-fields.ts';
import type { PictureSources } from '#site/components/pictures/picture-uses.ts';
import { Order, type PictureField, Slug } from './pieces.ts';

export const leagueCard = <P extends PictureField>(picture: P) =>
  z.strictObject({
    id: Slug.describe('Key of the league; also names its colour and emblem'),
    name: NonEmptyText.describe("Short name on the card: 'ML'"),
    title: NonEmptyText.describe('The promise in a few words, the largest line of the card'),
    description: NonEmptyText.describe('Two or three sentences on what is learnt'),
    cover: picture.describe('Cover picture, beside this file, 1200 × 800 or larger: ./ml.svg'),
    color: HexColor.describe("The league's own colour"),
    startingDate: NonEmptyText.describe("Free text: '28 August 2025' or 'To be announced'"),
    facilitatedBy: NonEmptyText.describe("Who runs it: 'A finance club'"),
    order: Order,
  });
export type LeagueCard = z.infer<ReturnType<typeof leagueCard<z.ZodType<ImageMetadata>>>>;

export type ShownLeague = Omit<LeagueCard, 'cover' | 'color' | 'order'> & { cover: PictureSources };
