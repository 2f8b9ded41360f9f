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

interface Props {
  text: string;
  className?: string;
}

/** Renders user-written Markdown (docs/product.md 2); plain text keeps its line breaks. */
export function Markdown({ text, className = '' }: Props) {
  const renderer = useRenderer(text);
  return (
    <div className={`min-w-0 wrap-anywhere ${className}`} dir="auto">
      {renderer ? <renderer.Blocks text={text} /> : <p className="whitespace-pre-wrap">{text}</p>}
    </div>
  );
}

export function usePlainText(text: string): string {
  const renderer = useRenderer(text);
  return renderer ? renderer.toPlain(text) : text;
}

/** `usePlainText` for places that cannot call a hook. */
export function PlainText({ text }: { text: string }) {
  return usePlainText(text);
}
