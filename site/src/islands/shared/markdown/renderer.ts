import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { mayHoldMarkdown } from '#contract/markdown/may-hold-markdown.ts';

type Renderer = typeof import('./draw-markdown.tsx');

/** Undefined until it is needed; null where it could not be fetched: texts are then drawn as typed. */
const $renderer = atom<Renderer | null | undefined>();

/**
 * What draws Markdown, fetched when a text may hold any. Null without a sign of it and where it fails; undefined while it is
 * on its way: a screen that waits for it draws its texts once and does not jump.
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
