import type { OwnStanding } from '#contract/leaderboard.ts';
import { ENVELOPE, JsonReply } from '../http/reply.ts';
import { type Listing, toData } from './service.ts';

/** A listing with the bytes of its reply, which are the same for everybody up to the moment they were asked for. */
export interface SharedBoard {
  listing: Listing;
  head: Uint8Array;
  tag: string;
}

/** What follows the shared part of a reply for one caller. */
interface OwnPart {
  version: string;
  own: OwnStanding;
}

const encoder = new TextEncoder();

/** Writes the part of a listing's reply that everybody gets: all but the moment, which comes last. */
export function toSharedBoard(listing: Listing): SharedBoard {
  const { lastUpdated: _, ...shown } = toData(listing);
  const json = JSON.stringify(shown);
  return {
    listing,
    head: encoder.encode(`${ENVELOPE[0]}${json.slice(0, -1)},"lastUpdated":"`),
    tag: Bun.hash(json).toString(36),
  };
}

/** The reply to one caller. The same rows, places and sums have the same tag, whenever they were asked for. */
export function toBoardReply({ head, tag }: SharedBoard, part: OwnPart | null): JsonReply {
  const own = part && JSON.stringify(part.own);
  const tail = `${new Date().toISOString()}"${
    part ? `,"version":${JSON.stringify(part.version)},"own":${own}` : ''
  }}${ENVELOPE[1]}`;
  const rest = encoder.encode(tail);
  const body = new Uint8Array(head.length + rest.length);
  body.set(head);
  body.set(rest, head.length);
  return new JsonReply(body, own === null ? tag : Bun.hash(`${tag} ${own}`).toString(36));
}

/** How much memory a board takes, about: its bytes, and its rows once more as objects of some 1 KB. */
export const bytesOfBoard = ({ head, listing }: SharedBoard): number =>
  1000 + head.length + 1000 * listing.leaderboard.length;
