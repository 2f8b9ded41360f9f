import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { copy } from '#site/icons/actions.ts';
import { ActionFailure, FailureBanner } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { useIncrementalList } from '#site/islands/shared/list/incremental-list.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess } from '../../access/access.ts';
import type { TabProps } from '../outline.ts';
import { DragArea, MOVE_HINT } from './drag.tsx';
import { AddLine } from './LineForms.tsx';
import { ModulePart } from './ModulePart.tsx';
import { createOutlineEditor, isOnItsWay } from './outline-editor.ts';
import { findSpot, listTopics } from './outline-edits.ts';
import { PasteDialog, type PasteSource } from './PasteDialog.tsx';
import { RemovalDialog, SelectionBar } from './Selection.tsx';

const BATCH = 20;

export function Content({ league }: TabProps) {
  const mayWrite = useAccess()?.mayIn(league.id, 'canCreateContent') === true;
  const [own] = useState(() => createOutlineEditor(league.id));
  const editor = mayWrite ? own : null;
  const failure = useStore(own.$failure);
  const edited = useStore(own.$edited);
  const selected = useStore(own.$selected);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [pasting] = useState(() => createDialogState<PasteSource>());
  const topics = listTopics(league);
  const ids = topics
    .filter(({ id, weekId }) => !folded.has(id) && !folded.has(weekId))
    .flatMap(({ resources }) => resources.map(({ id }) => id));
  const list = useIncrementalList<HTMLOListElement>({ keys: ids, step: BATCH });
  const drawn = useMemo(() => new Set(ids.slice(0, list.count)), [ids, list.count]);
  const isAllFolded = topics.every(({ id }) => folded.has(id));
  const last = topics.findLast((topic) => !isOnItsWay(topic));
  const paste = (text: string, topicId = last?.id) => pasting.open({ text, topicId });

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {editor
            ? 'Type in a line and press Enter. Drag by the handle, or press the arrow keys on it.'
            : 'You may read this league. A Grand Pathfinder can let you change it.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {topics.length > 0 ? (
            <Button
              variant="ghost"
              size="small"
              onClick={() => setFolded(new Set(isAllFolded ? [] : topics.map(({ id }) => id)))}
            >
              {isAllFolded ? 'Unfold all' : 'Fold all'}
            </Button>
          ) : null}
          {editor ? (
            <Button variant="secondary" size="small" onClick={() => paste('')}>
              <Icon path={copy} size={18} />
              Paste links
            </Button>
          ) : null}
        </div>
      </div>
      <FailureBanner failure={failure} onDismiss={() => own.$failure.set(null)} />
      <ActionFailure action={own.deletion} />
      <p id={MOVE_HINT} hidden>
        The up and down arrow keys move it, at the edge into the next part.
      </p>
      <p role="status" className="sr-only">
        {useStore(own.$moved)}
      </p>
      <DragArea
        onDrop={({ kind, id, label }, overId) => {
          const spot = findSpot(league, kind, overId);
          if (spot && overId !== id) own.move(kind, [id], label, spot);
        }}
      >
        <ol
          ref={list.box}
          style={list.style}
          aria-label={`Modules of ${league.name}`}
          className="grid gap-3 empty:hidden"
        >
          {league.weeks.map((module) => (
            <ModulePart
              key={module.id}
              module={module}
              editor={editor}
              edited={edited}
              selected={selected}
              drawn={drawn}
              folded={folded}
              onFold={(id) => setFolded(new Set([id]).symmetricDifference(folded))}
              onLines={paste}
            />
          ))}
        </ol>
      </DragArea>
      {editor ? (
        <div className="rounded-lg border border-dashed border-line-strong px-4 py-1">
          <AddLine
            label="Add a module"
            placeholder={
              league.weeks.length > 0 ? 'Add a module' : 'Add the first module, or paste a list of links'
            }
            onAdd={(name) => editor.add('weeks', league.id, { name })}
            onLines={paste}
          />
        </div>
      ) : league.weeks.length === 0 ? (
        <p className="text-muted">This league has no modules yet.</p>
      ) : null}
      {editor && selected.size > 0 ? (
        <SelectionBar league={league} editor={editor} selected={selected} />
      ) : null}
      <RemovalDialog deletion={own.deletion} />
      <DeferredDialog state={pasting}>
        {(source) => <PasteDialog league={league} source={source} onClose={pasting.close} />}
      </DeferredDialog>
    </div>
  );
}
