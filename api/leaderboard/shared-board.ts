import type { OwnStanding } from '#contract/leaderboard.ts';
import { ENVELOPE, JsonReply, KeptJson } from '../http/reply.ts';
import { type Listing, toData } from './service.ts';

/** A listing with the bytes of its reply, which are the same for everybody up to the moment they were asked for. */
export interface SharedBoard {
  listing: Listing;
  head: Uint8Array;
  tag: string;
  /** The whole reply as it went out last to somebody who did not ask for an own place. */
  sent: { atMs: number; json: KeptJson } | null;
}

/** How long the moment in a reply may be past, so that those who ask in between get the same bytes. */
const MOMENT_MS = 1000;

/** What follows the shared part of a reply for one caller. */
interface OwnPart {
  version: string;
  own: OwnStanding;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes the part of a listing's reply that everybody gets: all but the moment, which comes last. */
export function toSharedBoard(listing: Listing): SharedBoard {
  const { lastUpdated: _, ...shown } = toData(listing);
  const json = JSON.stringify(shown);
  return {
    listing,
    head: encoder.encode(`${ENVELOPE[0]}${json.slice(0, -1)},"lastUpdated":"`),
    tag: Bun.hash(json).toString(36),
    sent: null,
  };
}

/** The reply to everybody who asks for no own place. */
export function toPlainReply(board: SharedBoard): JsonReply {
  const atMs = Date.now();
  if (!board.sent || atMs - board.sent.atMs >= MOMENT_MS) {
    const json = `${decoder.decode(board.head)}${new Date(atMs).toISOString()}"}${ENVELOPE[1]}`;
    board.sent = { atMs, json: new KeptJson(json, { keepsPlain: true }) };
  }
  return new JsonReply(board.sent.json, board.tag);
}

/** The reply to one caller. The same rows, places and sums have the same tag, whenever they were asked for. */
export function toBoardReply({ head, tag }: SharedBoard, part: OwnPart): JsonReply {
  const own = JSON.stringify(part.own);
  const rest = encoder.encode(
    `${new Date().toISOString()}","version":${JSON.stringify(part.version)},"own":${own}}${ENVELOPE[1]}`,
  );
  const body = new Uint8Array(head.length + rest.length);
  body.set(head);
  body.set(rest, head.length);
  return new JsonReply(body, Bun.hash(`${tag} ${own}`).toString(36));
}

/**
 * How much memory a board takes, about: its bytes, here and as they went out, and its rows once more as objects of some
 * 1 KB.
 */
export const bytesOfBoard = ({ head, listing }: SharedBoard): number =>
  1000 + 2.2 * head.length + 1000 * listing.leaderboard.length;
