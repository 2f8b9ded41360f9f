import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { mayHoldMarkdown } from '#contract/markdown/may-hold-markdown.ts';

type Renderer = typeof import('./render-markdown.tsx');

// Undefined until needed; null if loading failed, then texts show as typed.
const $renderer = atom<Renderer | null | undefined>();

/** Null for plain text or after a failure; undefined while loading, so that a screen can wait instead of jumping. */
export function useRenderer(text: string): Renderer | null | undefined {
  const renderer = useStore($renderer);
  const isWanted = mayHoldMarkdown(text);
  useEffect(() => {
    if (isWanted && !$renderer.get()) {
      import('./render-markdown.tsx').then($renderer.set, () => $renderer.set(null));
    }
  }, [isWanted]);
  return isWanted ? renderer : null;
}
