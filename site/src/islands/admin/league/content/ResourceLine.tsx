import { memo } from 'react';
import { BareCheckbox } from '#site/islands/ui/Checkbox.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { toMinutesText, toResourceTypeText } from '#site/labels.ts';
import { EditButton } from '../../list/RowButton.tsx';
import { dropTarget, Grip, OVER } from './drag.tsx';
import { ResourceForm } from './LineForms.tsx';
import { isOnItsWay, type OutlineEditor } from './outline-editor.ts';
import type { OutlineResource } from './outline-edits.ts';

interface Props {
  resource: OutlineResource;
  editor: OutlineEditor | null;
  isSelected: boolean;
  isEdited: boolean;
}

/** Compares by value, because each answer brings new objects for hundreds of lines. */
export const ResourceLine = memo(Line, (before, after) => {
  const { resource: old, ...rest } = before;
  const { resource: now, ...others } = after;
  return isEqual(old, now) && isEqual(rest, others);
});

function isEqual<Value extends object>(one: Value, other: Value): boolean {
  return Object.entries(one).every(([key, value]) => value === other[key as keyof Value]);
}

function Line({ resource, editor, isSelected, isEdited }: Props) {
  const { id, title, url, type, minutes } = resource;
  const close = () => {
    editor?.$edited.set(null);
    focusLater(() => document.querySelector(`[id="line-${id}"] > button:last-child`));
  };
  if (editor && isEdited) {
    return (
      <li id={`line-${id}`} className="px-2 py-2 sm:px-4">
        <ResourceForm
          resource={resource}
          onCancel={close}
          onDelete={() => editor.deletion.ask({ kind: 'resources', id, ids: [id], name: title })}
          onSave={(fields) => {
            editor.change('resources', resource, fields);
            close();
          }}
        />
      </li>
    );
  }
  const isFixed = !editor || isOnItsWay(resource);
  return (
    <li
      id={`line-${id}`}
      {...dropTarget(id, 'resources')}
      className={`flex min-h-11 flex-wrap items-center gap-x-1 px-2 transition-colors sm:px-4 ${OVER} ${isSelected ? 'bg-brand/20' : 'hover:bg-hover'}`}
    >
      {isFixed ? null : (
        <>
          <BareCheckbox
            label={`Select ${title}`}
            checked={isSelected}
            onChange={() => editor.$selected.set(new Set([id]).symmetricDifference(editor.$selected.get()))}
            className="min-h-11 min-w-8 justify-center"
          />
          <Grip kind="resources" id={id} label={title} onStep={editor.step} />
        </>
      )}
      <span className="min-w-0 flex-1 basis-36 py-1.5 ps-1 sm:flex sm:items-baseline sm:gap-3">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={url}
          className="focus-inside block min-w-0 py-0.5 text-sm font-semibold text-strong wrap-anywhere hover:underline"
        >
          <span className="sr-only">Open </span>
          {title}
        </a>
        <span
          className={`flex shrink-0 flex-wrap items-baseline gap-x-2 text-xs sm:ms-auto ${isSelected ? 'text-body' : 'text-muted'}`}
        >
          {toResourceTypeText(type)}
          {minutes === null ? null : <span className="tabular-nums">{toMinutesText(minutes)}</span>}
        </span>
      </span>
      {isFixed ? null : <EditButton name={title} onClick={() => editor.$edited.set(id)} />}
    </li>
  );
}
