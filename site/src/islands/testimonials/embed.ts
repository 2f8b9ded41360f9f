import { atom, type ReadableAtom } from 'nanostores';
import { type FrameMessage, readFrameMessage } from '#site/embed/frame-message.ts';

/** The network's script may hang or be blocked. */
export const EMBED_TIMEOUT_MS = 12_000;

/** 'waiting' until the post is near the viewport; heights are in pixels. */
type EmbedState = { state: 'waiting' } | { state: 'loading' } | FrameMessage;

export interface Embed {
  $state: ReadableAtom<EmbedState>;
  /** Fails at once if the browser is offline. */
  start(isOnline: boolean): void;
  /** The caller has checked the sender. */
  receive(data: unknown): void;
  /** A displayed post stays. */
  stop(): void;
}

export function createEmbed(): Embed {
  const $state = atom<EmbedState>({ state: 'waiting' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const fail = () => {
    stop();
    $state.set({ state: 'failed' });
  };
  return {
    $state,
    start(isOnline) {
      stop();
      if (!isOnline) {
        fail();
        return;
      }
      $state.set({ state: 'loading' });
      timer = setTimeout(fail, EMBED_TIMEOUT_MS);
    },
    receive(data) {
      const { state } = $state.get();
      const message = readFrameMessage(data);
      if (!message || (state !== 'loading' && state !== 'loaded')) return;
      stop();
      $state.set(message);
    },
    stop,
  };
}
