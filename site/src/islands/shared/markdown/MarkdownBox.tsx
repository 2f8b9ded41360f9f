import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useFieldControl } from '#site/islands/ui/field-control.ts';
import { Markdown } from './Markdown.tsx';

const TABS = ['Write', 'Preview'] as const;

interface Props {
  text: string;
  children: ReactNode;
  hasFault?: boolean;
}

export function MarkdownBox({ text, children, hasFault = false }: Props) {
  const [chosen, setChosen] = useState<(typeof TABS)[number]>('Write');
  const ids = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const control = useFieldControl();
  const shown = hasFault || control['aria-invalid'] ? 'Write' : chosen;
  const move = (event: KeyboardEvent) => {
    const other = TABS.find((tab) => tab !== shown);
    const aim = { ArrowLeft: other, ArrowRight: other, Home: TABS[0], End: TABS[1] }[event.key];
    if (!aim) return;
    event.preventDefault();
    setChosen(aim);
    tabs.current?.querySelector<HTMLElement>(`[id="${ids}-${aim}"]`)?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <div ref={tabs} role="tablist" aria-label="Write or preview" className="flex gap-1" onKeyDown={move}>
          {TABS.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`${ids}-${tab}`}
              aria-selected={tab === shown}
              aria-controls={`${ids}-${tab}-panel`}
              tabIndex={tab === shown ? 0 : -1}
              onClick={() => setChosen(tab)}
              className="min-h-11 border-b-2 border-transparent px-2.5 text-sm font-semibold text-muted hover:bg-hover hover:text-strong aria-selected:border-brand aria-selected:text-strong lg:min-h-9"
            >
              {tab}
            </button>
          ))}
        </div>
        <span className="text-xs text-faint">Markdown: **bold**, - list, `code`</span>
      </div>
      <div
        role="tabpanel"
        id={`${ids}-Write-panel`}
        aria-labelledby={`${ids}-Write`}
        hidden={shown !== 'Write'}
      >
        {children}
      </div>
      <div
        role="tabpanel"
        id={`${ids}-Preview-panel`}
        aria-labelledby={`${ids}-Preview`}
        hidden={shown !== 'Preview'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel scrolls, and may hold nothing that takes the focus
        tabIndex={0}
        className="max-h-96 min-h-32 overflow-y-auto rounded-md border border-line bg-surface px-3 py-2.5"
      >
        {shown !== 'Preview' ? null : text.trim() ? (
          <Markdown text={text} />
        ) : (
          <p className="text-muted">Nothing to preview yet.</p>
        )}
      </div>
    </div>
  );
}
