import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from 'react';

interface Tab<Key extends string> {
  key: Key;
  label: ReactNode;
}
interface Props<Key extends string> {
  /** Name of the set. */
  label: string;
  tabs: readonly Tab<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs that follow the arrow keys. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: Props<Key>): ReactElement {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    const at = tabs.findIndex(({ key }) => key === selected);
    const next = move ? move(at, tabs.length) : -1;
    const tab = tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.key);
    row.current?.querySelectorAll('button')[next]?.focus();
  }
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ key, label: words }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
            className="relative min-h-11 rounded-t-sm px-4 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-strong aria-selected:font-semibold aria-selected:text-strong aria-selected:shadow-[inset_0_-4px_0_var(--brand),inset_0_-5px_0_var(--keyline)]"
          >
            {words}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className="pt-5">
        {children}
      </div>
    </div>
  );
}
