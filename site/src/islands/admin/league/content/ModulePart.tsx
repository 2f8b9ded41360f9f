import type { ReactNode } from 'react';
import { pencil } from '#site/icons/actions.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Group } from '../../groups/Group.tsx';
import { DeleteButton, RowButton } from '../../list/RowButton.tsx';
import { Grip, OVER, useDropTarget } from './drag.tsx';
import { AddLine, NameForm } from './LineForms.tsx';
import { isOnItsWay, NOUNS, type OutlineEditor } from './outline-editor.ts';
import type { ItemKind, Module, Topic } from './outline-edits.ts';
import { readPastedLinks, type Target } from './pasted-links.ts';
import { ResourceLine } from './ResourceLine.tsx';

/** What all parts of the outline get. */
export interface OutlineProps {
  /** Null for staff who may only read. */
  editor: OutlineEditor | null;
  edited: string | null;
  selected: ReadonlySet<string>;
  /** The resources that are drawn already; a long league is drawn in steps. */
  drawn: ReadonlySet<string>;
  isFolded: (id: string) => boolean;
  onFold: (id: string, isFolded: boolean) => void;
  onStep: (kind: ItemKind, id: string, label: string, by: 1 | -1) => void;
  onLines: (text: string, target: Target | null) => void;
}

export function ModulePart({ module, ...props }: OutlineProps & { module: Module }) {
  const { ref, isOver } = useDropTarget('weeks', module.id);
  const end = useDropTarget('sections', module.id, 'end:');
  const { editor, onLines } = props;
  const resources = module.sections.reduce((sum, topic) => sum + topic.resources.length, 0);
  const first = module.sections[0];
  return (
    <li ref={ref} className={isOver ? `rounded-lg ${OVER}` : ''}>
      <Named
        {...props}
        kind="weeks"
        item={module}
        held={`${countOf(module.sections.length, 'topic')} · ${countOf(resources, 'resource')}`}
      >
        {module.sections.length > 0 ? (
          <ol aria-label={`Topics of ${module.name}`} className="divide-y divide-line">
            {module.sections.map((topic) => (
              <TopicPart key={topic.id} topic={topic} {...props} />
            ))}
          </ol>
        ) : editor ? null : (
          <p className="px-4 py-3 text-sm text-muted sm:px-6">No topics yet.</p>
        )}
        {editor && !isOnItsWay(module) ? (
          <div
            ref={end.ref}
            className={`border-t border-line px-4 py-1 first:border-t-0 sm:px-6 ${end.isOver ? OVER : ''}`}
          >
            <AddLine
              label={`Add a topic to ${module.name}`}
              placeholder="Add a topic"
              onAdd={(name) => {
                editor.add('sections', module.id, name);
                return null;
              }}
              onLines={(text) => onLines(text, first ? { weekId: module.id, sectionId: first.id } : null)}
            />
          </div>
        ) : null}
      </Named>
    </li>
  );
}

function TopicPart({ topic, ...props }: OutlineProps & { topic: Topic }) {
  const { ref, isOver } = useDropTarget('sections', topic.id);
  const end = useDropTarget('resources', topic.id, 'end:');
  const { editor, drawn, selected, edited, onStep, onLines } = props;
  const add = (text: string): string | null => {
    const [link] = readPastedLinks(text, new Map());
    if (!link) return 'Add the address after the title: Title, https://…';
    if (link.problem) return link.problem;
    editor?.addResource(topic.id, { title: link.title, url: link.url, type: link.type });
    return null;
  };
  return (
    <li ref={ref} className={isOver ? OVER : ''}>
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
                    onStep={onStep}
                  />
                ))}
            </ol>
          ) : editor ? null : (
            <p className="px-4 py-2 text-sm text-muted sm:px-6">No resources yet.</p>
          )}
          {editor && !isOnItsWay(topic) ? (
            <div ref={end.ref} className={`px-4 sm:px-6 ${end.isOver ? OVER : ''}`}>
              <AddLine
                label={`Add a resource to ${topic.name}`}
                placeholder="Add a resource: title, address"
                onAdd={add}
                onLines={(text) => onLines(text, { weekId: topic.weekId, sectionId: topic.id })}
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
function Named({ kind, item, held, children, editor, edited, isFolded, onFold, onStep }: NamedProps) {
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
      open={!isFolded(id)}
      onToggle={(open) => onFold(id, !open)}
      heading={
        editor && edited === id ? (
          <NameForm
            label={`Name of the ${NOUNS[kind]}`}
            name={name}
            onCancel={close}
            onSave={(typed) => {
              editor.rename(kind, item, typed);
              close();
            }}
          />
        ) : null
      }
      actions={
        editor && edited !== id && !isOnItsWay(item) ? (
          <>
            <Grip kind={kind} id={id} label={name} onStep={(by) => onStep(kind, id, name, by)} />
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
