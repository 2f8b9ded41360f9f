import type { ReactNode } from 'react';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { Group } from './Group.tsx';
import type { OpenGroups } from './groups.ts';

interface Props<Topic> {
  week: Week;
  /** What the module holds, in words. */
  held: string;
  topics: readonly Topic[];
  openModules: OpenGroups;
  openTopics: OpenGroups;
  actions?: ReactNode;
  topicActions: (topic: Topic) => ReactNode;
  /** The inside of an open topic. */
  children: (topic: Topic) => ReactNode;
}

/** A module with its topics, each of which opens. `count` is the number of resources. */
export function ModuleGroup<Topic extends { section: Section; count: number }>({
  week,
  held,
  topics,
  openModules,
  openTopics,
  actions,
  topicActions,
  children,
}: Props<Topic>) {
  const isOpen = openModules.isOpen(week.id);
  return (
    <Group
      name={week.name}
      details={
        <>
          <span>Module {week.order}</span>
          <span aria-hidden="true" className="max-sm:hidden">
            ·
          </span>
          <span className="flex min-w-0 items-center gap-1.5">
            <LeagueEmblem league={week.league.name} size={18} />
            <span className="wrap-anywhere">{week.league.name}</span>
          </span>
          <span aria-hidden="true" className="max-sm:hidden">
            ·
          </span>
          <span>{held}</span>
        </>
      }
      open={isOpen}
      onToggle={(open) => openModules.toggle(week.id, open)}
      actions={actions}
    >
      {!isOpen ? null : topics.length === 0 ? (
        <p className="px-4 py-4 text-sm text-muted sm:px-6">No topics found in this module</p>
      ) : (
        <ol aria-label={`Topics of ${week.name}`} className="divide-y divide-line">
          {topics.map((topic) => {
            const { id, name, order } = topic.section;
            return (
              <li key={id}>
                <Group
                  level={3}
                  name={name}
                  details={
                    <>
                      <span>Topic {order}</span>
                      <span aria-hidden="true">·</span>
                      <span>{countOf(topic.count, 'resource')}</span>
                    </>
                  }
                  open={openTopics.isOpen(id)}
                  onToggle={(open) => openTopics.toggle(id, open)}
                  actions={topicActions(topic)}
                >
                  <div className="grid gap-3 bg-sunken px-3 py-3 [--table-ground:var(--sunken)] sm:px-6">
                    {children(topic)}
                  </div>
                </Group>
              </li>
            );
          })}
        </ol>
      )}
    </Group>
  );
}
