import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { mayHoldMarkdown } from '#contract/markdown/may-hold-markdown.ts';

type Renderer = typeof import('./draw-markdown.tsx');

/** Undefined until needed; null if it failed to load, then texts are drawn as typed. */
const $renderer = atom<Renderer | null | undefined>();

/**
 * Loads the renderer for a text that may hold Markdown. Null for plain text or a failure; undefined while loading, so
 * that a screen can wait and not jump.
 */
export function useRenderer(text: string): Renderer | null | undefined {
  const renderer = useStore($renderer);
  const isWanted = mayHoldMarkdown(text);
  useEffect(() => {
    // The browser fetches a module once, and asks again after a failure.
    if (isWanted && !$renderer.get()) {
      import('./draw-markdown.tsx').then($renderer.set, () => $renderer.set(null));
    }
  }, [isWanted]);
  return isWanted ? renderer : null;
}
