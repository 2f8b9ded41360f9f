import { atom, type ReadableAtom } from 'nanostores';
import { type FrameMessage, readFrameMessage } from '#site/embed/frame-message.ts';

/** A frame that has said nothing by then is given up: its script hangs, or was blocked on the way. */
export const EMBED_TIMEOUT_MS = 12_000;

/** 'waiting' until the post is near the viewport, then the three states of HOME-41; a height is in pixels. */
type EmbedState = { state: 'waiting' } | { state: 'loading' } | FrameMessage;

export interface Embed {
  $state: ReadableAtom<EmbedState>;
  /** Begins to load, or says at once that it cannot when the browser is offline. */
  start(isOnline: boolean): void;
  /** Takes what the frame sent; the caller has made sure that it came from the frame. */
  receive(data: unknown): void;
  /** Ends the wait; a post that is shown stays. */
  stop(): void;
}

/** One post on its way from the social network. */
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
