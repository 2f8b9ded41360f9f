import type { ReactNode } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { pencil } from '#site/icons/actions.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { Group } from '../../groups/Group.tsx';
import { DeleteButton, RowButton } from '../../list/RowButton.tsx';
import { dropTarget, Grip, OVER } from './drag.tsx';
import { AddLine, LineForm } from './LineForms.tsx';
import { isOnItsWay, KINDS, type OutlineEditor } from './outline-editor.ts';
import type { Module, Topic } from './outline-edits.ts';
import { readPastedLinks } from './pasted-links.ts';
import { ResourceLine } from './ResourceLine.tsx';

export interface OutlineProps {
  /** Null for staff who may only read. */
  editor: OutlineEditor | null;
  edited: string | null;
  selected: ReadonlySet<string>;
  /** Resources drawn so far. */
  drawn: ReadonlySet<string>;
  folded: ReadonlySet<string>;
  onFold: (id: string) => void;
  onLines: (text: string, topicId: string | undefined) => void;
}

export function ModulePart({ module, ...props }: OutlineProps & { module: Module }) {
  const { editor, onLines } = props;
  const resources = module.sections.flatMap((topic) => topic.resources);
  return (
    <li {...dropTarget(module.id, 'weeks', 'sections')} className={`rounded-lg ${OVER}`}>
      <Named
        {...props}
        kind="weeks"
        item={module}
        held={`${countOf(module.sections.length, 'topic')} · ${countOf(resources.length, 'resource')}`}
      >
        {module.sections.length > 0 ? (
          <ol aria-label={`Topics of ${module.name}`} className="divide-y divide-line">
            {module.sections.map((topic) => (
              <TopicPart key={topic.id} topic={topic} {...props} />
            ))}
          </ol>
        ) : null}
        {editor && !isOnItsWay(module) ? (
          <div className="border-t border-line px-4 py-1 first:border-t-0 sm:px-6">
            <AddLine
              label={`Add a topic to ${module.name}`}
              placeholder="Add a topic"
              onAdd={(name) => editor.add('sections', module.id, { name })}
              onLines={(text) => onLines(text, module.sections[0]?.id)}
            />
          </div>
        ) : null}
      </Named>
    </li>
  );
}

function TopicPart({ topic, ...props }: OutlineProps & { topic: Topic }) {
  const { editor, drawn, selected, edited, onLines } = props;
  const add = (text: string) => {
    const [link] = readPastedLinks(text, new Map());
    if (!link) return 'Add the address after the title: Title, https://…';
    const { title, url, type, problem } = link;
    return problem ?? editor?.add('resources', topic.id, { title, url, type });
  };
  return (
    <li
      {...dropTarget(topic.id, 'sections', 'resources')}
      className={`[contain-intrinsic-block-size:auto_20rem] [content-visibility:auto] ${OVER}`}
    >
      <Named {...props} kind="sections" item={topic} held={countOf(topic.resources.length, 'resource')}>
        <div className="bg-sunken py-1">
          {topic.resources.length > 0 ? (
            <ol aria-label={`Resources of ${topic.name}`}>
              {topic.resources
                .filter(({ id }) => drawn.has(id))
                .map((resource) => (
                  <ResourceLine
                    key={resource.id}
                    resource={resource}
                    editor={editor}
                    isSelected={selected.has(resource.id)}
                    isEdited={edited === resource.id}
                  />
                ))}
            </ol>
          ) : null}
          {editor && !isOnItsWay(topic) ? (
            <div className="px-4 sm:px-6">
              <AddLine
                label={`Add a resource to ${topic.name}`}
                placeholder="Add a resource: title, address"
                onAdd={add}
                onLines={(text) => onLines(text, topic.id)}
              />
            </div>
          ) : null}
        </div>
      </Named>
    </li>
  );
}

interface NamedProps extends OutlineProps {
  kind: 'weeks' | 'sections';
  item: Module | Topic;
  held: string;
  children: ReactNode;
}

/** A module or topic, which folds; its name is changed in its place. */
function Named({ kind, item, held, children, editor, edited, folded, onFold }: NamedProps) {
  const { id, name } = item;
  const close = () => {
    editor?.$edited.set(null);
    focusLater(() => document.getElementById(`rename-${id}`)?.querySelector('button') ?? null);
  };
  return (
    <Group
      level={kind === 'weeks' ? 2 : 3}
      name={name}
      details={held}
      open={!folded.has(id)}
      onToggle={() => onFold(id)}
      heading={
        editor && edited === id ? (
          <LineForm
            className="flex w-full flex-wrap items-center gap-2 px-3 py-2"
            onCancel={close}
            onSave={({ name: typed }) => {
              if (typed) editor.change(kind, item, { name: typed });
              close();
            }}
          >
            <TextInput
              autoFocus
              aria-label={`Name of the ${KINDS[kind].noun}`}
              name="name"
              defaultValue={name}
              required
              maxLength={NAME_MAX_LENGTH}
              className="min-w-40 flex-1"
            />
          </LineForm>
        ) : null
      }
      actions={
        editor && edited !== id && !isOnItsWay(item) ? (
          <>
            <Grip kind={kind} id={id} label={name} onStep={editor.step} />
            <span id={`rename-${id}`}>
              <RowButton label={`Rename ${name}`} icon={pencil} onClick={() => editor.$edited.set(id)} />
            </span>
            <DeleteButton name={name} onClick={() => editor.deletion.ask({ kind, id, ids: [id], name })} />
          </>
        ) : null
      }
    >
      {children}
    </Group>
  );
}
