import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { close, search as searchIcon } from '#site/icons/actions.ts';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { type ToListQuery, toExportQuery } from './csv-export.ts';
import { ExportButton } from './ExportButton.tsx';
import { isNarrowed, type ListControl } from './list-state.ts';

export interface ListFilter {
  /** Key in the list's state and in the address. */
  name: string;
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
}

export interface ToolbarProps {
  list: ListControl;
  /** Lower-case plural, for 'Search cohorts'. */
  many: string;
  placeholder?: string;
  filters?: readonly ListFilter[];
  /** Announced when it changes. */
  summary: string;
  children?: ReactNode;
  exportCall?: AnyCall;
  toQuery?: ToListQuery;
}

/** The pressed button disappears, so the focus moves to the search. */
export function clearList(list: ListControl): void {
  list.clear();
  document.querySelector<HTMLElement>('search input')?.focus({ preventScroll: true });
}

export function ListToolbar({
  list,
  many,
  placeholder,
  filters = [],
  summary,
  children,
  exportCall,
  toQuery,
}: ToolbarProps) {
  const state = useStore(list.$list);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => focusOnSlash(box), []);
  return (
    <search className="flex flex-wrap items-center gap-2 sm:gap-y-1">
      <Field label={`Search ${many}`} hidesLabel className="w-full sm:w-auto sm:flex-[2_1_11rem]">
        <div className="relative">
          <Icon
            path={searchIcon}
            size={18}
            className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
          />
          <TextInput
            ref={box}
            type="search"
            placeholder={placeholder ?? `Search ${many}`}
            value={state.search}
            onChange={(event) => list.search(event.currentTarget.value)}
            className="ps-10 md:pointer-fine:text-sm"
          />
        </div>
      </Field>
      {filters.map(({ name, label, all, options }) => (
        <Field
          key={name}
          label={label}
          hidesLabel
          className="min-w-[min(8rem,60vw)] flex-1 sm:max-w-52 sm:min-w-36"
        >
          <Select
            value={state.filters[name] ?? ''}
            placeholder={all === 'All' ? `${label}: ${all}` : all}
            options={options}
            className="md:pointer-fine:text-sm"
            onChange={(event) => list.filter(name, event.currentTarget.value)}
          />
        </Field>
      ))}
      {children}
      <div className="ms-auto flex min-h-9 flex-wrap items-center gap-x-2 pointer-coarse:min-h-11 max-sm:w-full">
        <p role="status" className="text-sm text-muted tabular-nums">
          {summary}
        </p>
        {isNarrowed(state) ? (
          <Button variant="ghost" size="small" onClick={() => clearList(list)}>
            <Icon path={close} size={16} />
            Clear
          </Button>
        ) : null}
        {exportCall ? (
          <ExportButton
            call={exportCall}
            what={many}
            toQuery={() => toExportQuery(list.$list.get(), toQuery)}
          />
        ) : null}
      </div>
    </search>
  );
}

function focusOnSlash(box: { current: HTMLInputElement | null }): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof HTMLElement ? event.target : null;
    if (at?.closest('input, textarea, select, dialog, [contenteditable]')) return;
    event.preventDefault();
    box.current?.focus();
    box.current?.select();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
