/** What the isolated frame and the page that holds it say to each other. */

/** Address of the frame; the post's id follows as `#id=…`, so that no server is told which post was read. */
export const FRAME_PATH = '/embed/post';

const KIND = 'embedded-post';
/** Also while it loads: browsers hold back what happens in a frame without any size. */
export const LEAST_HEIGHT_PX = 80;
const MOST_HEIGHT_PX = 1600;

export type FrameMessage = { state: 'failed' } | { state: 'loaded'; height: number };

/** Ids of posts are plain digits. */
export const isPostId = (id: string) => /^\d{1,25}$/.test(id);

/** What the frame sends; `height` is that of the drawn post in pixels. */
export const writeFrameMessage = (message: FrameMessage) => ({ kind: KIND, ...message });

/**
 * What a message of the frame says, else null. A foreign script runs in there, so nothing is taken on trust: only
 * the two states count, and a height is a whole number of pixels between 80 and 1600.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, state, height } = data as Record<string, unknown>;
  if (kind !== KIND) return null;
  if (state === 'failed') return { state };
  if (state !== 'loaded' || typeof height !== 'number' || !Number.isFinite(height)) return null;
  return { state, height: Math.min(MOST_HEIGHT_PX, Math.max(LEAST_HEIGHT_PX, Math.ceil(height))) };
}
