import { countOf } from '#site/islands/shared/format/text.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Group } from '../../groups/Group.tsx';
import { useOpenGroups } from '../../groups/groups.ts';
import type { TabProps } from '../outline.ts';

export function Content({ league }: TabProps) {
  const groups = useOpenGroups(true);
  if (league.weeks.length === 0) {
    return <EmptyState title="No modules yet">A league holds modules, and modules hold topics.</EmptyState>;
  }
  return (
    <div className="grid gap-3">
      {league.weeks.map((week) => (
        <Group
          key={week.id}
          name={week.name}
          details={countOf(week.sections.length, 'topic')}
          open={groups.isOpen(week.id)}
          onToggle={(open) => groups.toggle(week.id, open)}
        >
          <ol aria-label={`Topics of ${week.name}`} className="divide-y divide-line">
            {week.sections.map((section) => (
              <li key={section.id} className="grid gap-1 px-4 py-3 sm:px-6">
                <h3 className="font-sans text-sm font-semibold wrap-anywhere">{section.name}</h3>
                <ol aria-label={`Resources of ${section.name}`} className="grid gap-1 text-sm">
                  {section.resources.map((resource) => (
                    <li key={resource.id} className="wrap-anywhere">
                      {resource.title}
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        </Group>
      ))}
    </div>
  );
}
