/** The post's id follows as `#id=…`; a fragment never reaches the server. */
export const FRAME_PATH = '/embed/post';

const KIND = 'embedded-post';
/** Also the height while loading, because browsers delay frames without a size. */
export const LEAST_HEIGHT_PX = 80;
const MOST_HEIGHT_PX = 1600;

export type FrameMessage = { state: 'failed' } | { state: 'loaded'; height: number };

export const isPostId = (id: string) => /^\d{1,25}$/.test(id);

export const writeFrameMessage = (message: FrameMessage) => ({ kind: KIND, ...message });

/**
 * Validates a message from the frame, which runs a third-party script. Returns null unless it is well formed with a
 * height of 80 to 1600 px.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, state, height } = data as Record<string, unknown>;
  if (kind !== KIND) return null;
  if (state === 'failed') return { state };
  if (state !== 'loaded' || typeof height !== 'number' || !Number.isFinite(height)) return null;
  return { state, height: Math.min(MOST_HEIGHT_PX, Math.max(LEAST_HEIGHT_PX, Math.ceil(height))) };
}
