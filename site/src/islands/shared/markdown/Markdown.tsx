import { useRenderer } from './renderer.ts';

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
