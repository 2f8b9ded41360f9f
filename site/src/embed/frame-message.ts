/** What the isolated frame and the page that holds it say to each other. */

/** The post's id follows as `#id=…`, which no server sees. */
export const FRAME_PATH = '/embed/post';

const KIND = 'embedded-post';
/** Also while loading: browsers delay frames without a size. */
export const LEAST_HEIGHT_PX = 80;
const MOST_HEIGHT_PX = 1600;

export type FrameMessage = { state: 'failed' } | { state: 'loaded'; height: number };

/** Ids of posts are plain digits. */
export const isPostId = (id: string) => /^\d{1,25}$/.test(id);

/** `height` of the post in pixels. */
export const writeFrameMessage = (message: FrameMessage) => ({ kind: KIND, ...message });

/** Null for a malformed message: a foreign script runs in the frame. A height is a whole number from 80 to 1600. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, state, height } = data as Record<string, unknown>;
  if (kind !== KIND) return null;
  if (state === 'failed') return { state };
  if (state !== 'loaded' || typeof height !== 'number' || !Number.isFinite(height)) return null;
  return { state, height: Math.min(MOST_HEIGHT_PX, Math.max(LEAST_HEIGHT_PX, Math.ceil(height))) };
}
