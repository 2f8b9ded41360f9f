import type { ReactNode } from 'react';
import type { Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { grip, plus } from '#site/icons/actions.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Group, WeekDetails } from '../groups/Group.tsx';
import type { OpenGroups } from '../groups/groups.ts';
import { RowButton } from '../list/RowButton.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import type { ResourceGroup, TopicGroup } from './resource-groups.ts';
import { WholeTopic } from './WholeTopic.tsx';

export interface Editing {
  add: (section: Section) => void;
  order: (section: Section) => void;
  actions: (resource: Resource) => ReactNode;
}

interface Props {
  group: ResourceGroup;
  modules: OpenGroups;
  topics: OpenGroups;
  /** Null for readers without write access. */
  edit: Editing | null;
}

export function WeekGroup({ group: { week, topics: own, count }, modules, topics, edit }: Props) {
  return (
    <Group
      name={week.name}
      details={
        <WeekDetails week={week} count={`${countOf(own.length, 'topic')}, ${countOf(count, 'resource')}`} />
      }
      open={modules.isOpen(week.id)}
      onToggle={(open) => modules.toggle(week.id, open)}
    >
      {own.length === 0 ? (
        <p className="px-4 py-4 text-sm text-muted sm:px-6">No topics found in this module</p>
      ) : (
        <ol aria-label={`Topics of ${week.name}`} className="divide-y divide-line">
          {own.map((topic) => (
            <li key={topic.section.id}>
              <Topic topic={topic} topics={topics} edit={edit} />
            </li>
          ))}
        </ol>
      )}
    </Group>
  );
}

interface TopicProps extends Pick<Props, 'topics' | 'edit'> {
  topic: TopicGroup;
}

function Topic({ topic: { section, found, count }, topics, edit }: TopicProps) {
  return (
    <Group
      level={3}
      name={section.name}
      details={
        <>
          <span>Topic {section.order}</span>
          <span aria-hidden="true">·</span>
          <span>{countOf(count, 'resource')}</span>
        </>
      }
      open={topics.isOpen(section.id)}
      onToggle={(open) => topics.toggle(section.id, open)}
      actions={
        edit ? (
          <>
            <RowButton
              label={`Add resource to ${section.name}`}
              icon={plus}
              onClick={() => edit.add(section)}
            />
            <RowButton
              label={`Reorder resources of ${section.name}`}
              icon={grip}
              onClick={() => edit.order(section)}
            />
          </>
        ) : null
      }
    >
      <div className="grid gap-3 bg-sunken px-3 py-3 [--table-ground:var(--sunken)] sm:px-6">
        {found ? (
          <ResourceTable topic={section.name} resources={found} actions={edit?.actions} />
        ) : (
          <WholeTopic section={section} actions={edit?.actions} />
        )}
      </div>
    </Group>
  );
}
