import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DeletionContents } from '#contract/deletions.ts';
import type { ConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { DeletionDialog, readContents } from '../../deletion/DeletionDialog.tsx';
import type { Outline } from '../outline.ts';
import { isOnItsWay, KINDS, type OutlineEditor, type Removal } from './outline-editor.ts';
import { listTopics } from './outline-edits.ts';

interface Props {
  league: Outline;
  editor: OutlineEditor;
  selected: ReadonlySet<string>;
}

/** Stays at the lower edge of the window while resources are selected. */
export function SelectionBar({ league, editor, selected }: Props) {
  const [topicId, setTopicId] = useState('');
  const ids = listTopics(league).flatMap(({ resources }) =>
    resources.filter(({ id }) => selected.has(id)).map(({ id }) => id),
  );
  const label = countOf(ids.length, 'resource');
  const clear = () => editor.$selected.set(new Set());
  const move = () => {
    editor.move('resources', ids, label, { parentId: topicId, index: Number.POSITIVE_INFINITY });
    clear();
  };
  const options = league.weeks.flatMap((week) =>
    week.sections
      .filter((topic) => !isOnItsWay(topic))
      .map(({ id, name }) => ({ value: id, label: `${week.name} · ${name}` })),
  );
  return (
    <section
      aria-label="Selected resources"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-float"
    >
      <p role="status" className="me-auto font-semibold text-strong">
        {label} selected
      </p>
      <div className="min-w-0 flex-1 basis-40 sm:max-w-72">
        <Select
          aria-label="Move to"
          density="compact"
          value={topicId}
          placeholder="Move to…"
          options={options}
          onChange={({ currentTarget }) => setTopicId(currentTarget.value)}
        />
      </div>
      <Button size="small" variant="secondary" disabled={topicId === ''} onClick={move}>
        Move
      </Button>
      <Button
        size="small"
        variant="danger"
        onClick={() =>
          editor.deletion.ask({
            kind: 'resources',
            id: ids[0] ?? '',
            ids,
            name: ids.length === 1 ? 'resource' : label,
          })
        }
      >
        Delete
      </Button>
      <Button size="small" variant="ghost" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}

/** Counts what goes with all of them together. */
export function RemovalDialog({ deletion }: { deletion: ConfirmedAction<Removal> }) {
  const kind = useStore(deletion.$action).subject?.kind ?? 'resources';
  return (
    <DeletionDialog
      action={deletion}
      kind={kind}
      nameOf={({ name }) => name}
      question={({ ids }) => {
        const what = ids.length === 1 ? `this ${KINDS[kind].noun}` : `these ${ids.length} resources`;
        return `Are you sure you want to delete ${what}? This action cannot be undone.`;
      }}
      isAtLeast={({ ids }) => ids.length > 1}
      contentsOf={async ({ ids }) => sum(await Promise.all(ids.map((id) => readContents(kind, id))))}
    />
  );
}

/** The same person may be counted for several of them, so the largest number is the least that it can be. */
const sum = (all: readonly DeletionContents[]): DeletionContents => ({
  ...(all[0] as DeletionContents),
  people: Math.max(...all.map(({ people }) => people)),
  progress: all.reduce((total, { progress }) => total + progress, 0),
});
