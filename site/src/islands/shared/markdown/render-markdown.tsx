import { Fragment, type ReactNode, useMemo } from 'react';
import { type Block, type Inline, parseMarkdown, toPlainText } from '#contract/markdown/parse-markdown.ts';

// Loaded only for texts that may contain Markdown. Builds React elements, never HTML, so nothing needs sanitising.

export function Blocks({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return renderBlocks(blocks);
}

export function toPlain(text: string): string {
  return toPlainText(parseMarkdown(text));
}

const draw: { [Kind in Block['kind']]: (block: Extract<Block, { kind: Kind }>) => ReactNode } = {
  paragraph: ({ children }) => (
    <p className="not-first:mt-2 whitespace-pre-wrap">{renderInlines(children)}</p>
  ),
  quote: ({ children }) => (
    <blockquote className="not-first:mt-2 border-s-4 border-line-strong ps-3">
      {renderBlocks(children)}
    </blockquote>
  ),
  // Code scrolls instead of wrapping, so it takes the focus. It is no region, because a page may contain many.
  code: ({ text }) => (
    <figure
      aria-label="Code"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls takes the focus
      tabIndex={0}
      className="not-first:mt-2 overflow-x-auto rounded-md border border-line bg-page px-3 py-2"
    >
      <pre className="w-max font-mono text-[0.9em] text-strong" dir="ltr">
        <code>{text}</code>
      </pre>
    </figure>
  ),
  list: ({ start, items }) => {
    const entries = items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
      <li key={index} className="not-first:mt-1">
        {renderBlocks(item)}
      </li>
    ));
    if (start === null) return <ul className="not-first:mt-2 list-disc ps-5">{entries}</ul>;
    return (
      <ol start={start} className="not-first:mt-2 list-decimal ps-8">
        {entries}
      </ol>
    );
  },
};

function renderBlocks(blocks: readonly Block[]): ReactNode {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>{draw[block.kind](block as never)}</Fragment>
  ));
}

function renderInlines(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>{renderInline(inline)}</Fragment>
  ));
}

function renderInline(inline: Inline): ReactNode {
  if (typeof inline === 'string') return inline;
  if (inline.kind === 'code') {
    return (
      <code className="rounded-xs border border-line bg-page px-1 font-mono text-[0.9em] text-strong">
        {inline.text}
      </code>
    );
  }
  const children = renderInlines(inline.children);
  if (inline.kind !== 'link') {
    if (inline.kind === 'emphasis') return <em>{children}</em>;
    return <strong className="font-semibold text-strong">{children}</strong>;
  }
  const isMail = inline.href.toLowerCase().startsWith('mailto:');
  return (
    <a
      href={inline.href}
      {...(isMail ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
      className="font-semibold text-strong underline decoration-line-strong decoration-2 underline-offset-4 hover:decoration-brand"
    >
      {children}
      {isMail ? null : <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}
