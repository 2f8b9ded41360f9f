import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { mayHoldMarkdown } from '#contract/markdown/may-hold-markdown.ts';

type Renderer = typeof import('./draw-markdown.tsx');

/** Null until it is needed; 'failed' where it could not be fetched: texts are then drawn as typed. */
const $renderer = atom<Renderer | 'failed' | null>(null);
let loading: Promise<void> | null = null;

function load(): Promise<void> {
  loading ??= import('./draw-markdown.tsx').then(
    (renderer) => $renderer.set(renderer),
    () => {
      loading = null;
      $renderer.set('failed');
    },
  );
  return loading;
}

/** What draws Markdown, fetched when a text may hold any; null before that, without a sign of it, and where it fails. */
export function useRenderer(text: string): Renderer | null {
  const renderer = useStore($renderer);
  const isWanted = mayHoldMarkdown(text);
  useEffect(() => {
    if (isWanted) void load();
  }, [isWanted]);
  return isWanted && renderer !== 'failed' ? renderer : null;
}

/** False while what draws these texts is on its way: a screen that waits for it draws them once and does not jump. */
export function useMarkdownReady(texts: readonly (string | null)[]): boolean {
  const renderer = useRenderer(texts.filter((text) => text !== null).join('\n'));
  const isFailed = useStore($renderer) === 'failed';
  return renderer !== null || isFailed || !texts.some((text) => text !== null && mayHoldMarkdown(text));
}
