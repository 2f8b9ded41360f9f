import { useRenderer } from './renderer.ts';

interface Props {
  text: string;
  className?: string;
}

/** Draws Markdown of people (docs/product.md 2); plain text keeps its lines. */
export function Markdown({ text, className = '' }: Props) {
  const renderer = useRenderer(text);
  return (
    <div className={`min-w-0 wrap-anywhere ${className}`} dir="auto">
      {renderer ? <renderer.Blocks text={text} /> : <p className="whitespace-pre-wrap">{text}</p>}
    </div>
  );
}

/** The words alone, for places that show a line or two. */
export function usePlainText(text: string): string {
  const renderer = useRenderer(text);
  return renderer ? renderer.toPlain(text) : text;
}

/** The words alone, where a hook cannot stand. */
export function PlainText({ text }: { text: string }) {
  return usePlainText(text);
}
