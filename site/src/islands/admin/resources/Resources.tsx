import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { exportResources, RESOURCE_TYPES, type Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { grip, plus } from '#site/icons/actions.ts';
import { countOf } from '#site/islands/dashboard/words.ts';
import { showToast } from '#site/islands/shared/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { resourceTypeWords } from '#site/labels.ts';
import { sectionList } from '../sections/section-list.ts';
import { FailureBanner } from '../shared/ActionFailure.tsx';
import { ContentGate } from '../shared/ContentGate.tsx';
import { toExportWords } from '../shared/csv-export.ts';
import { ExportButton } from '../shared/ExportButton.tsx';
import { toActionFailure } from '../shared/failures.ts';
import { Group } from '../shared/Group.tsx';
import { ImportLink } from '../shared/ImportLink.tsx';
import { ListToolbar } from '../shared/ListToolbar.tsx';
import { useLeagueFilter } from '../shared/league-filter.ts';
import { createListState } from '../shared/list-state.ts';
import { NothingFound } from '../shared/NothingFound.tsx';
import { isSearched, OPEN_BY_SEARCH, useOpenGroups } from '../shared/open-groups.ts';
import { useAccess } from '../shared/own-leagues.ts';
import { PageHeader } from '../shared/PageHeader.tsx';
import { useQuery } from '../shared/queries.ts';
import { DeleteButton, EditButton, RowButton } from '../shared/RowButton.tsx';
import { wantsNew } from '../shared/wants-new.ts';
import { WeekDetails } from '../shared/week-words.tsx';
import { weekList } from '../weeks/week-list.ts';
import { ResourceDialog } from './ResourceDialog.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import { groupResources } from './resource-groups.ts';
import { removeResource, resourceList } from './resource-list.ts';

// It brings the sortable list with it.
const ResourceOrderDialog = lazy(async () => ({
  default: (await import('./ResourceOrderDialog.tsx')).ResourceOrderDialog,
}));

const TYPE_FILTER = {
  name: 'type',
  label: 'Type',
  all: 'All types',
  options: RESOURCE_TYPES.map((type) => ({ value: type, label: resourceTypeWords(type) })),
};

/** What the form begins with: a resource to edit, or the place for a new one. */
type Edited = { resource: Resource | null; sectionId: string; weekId: string };

/** /admin/resources (ARES-01 to ARES-16). */
export function Resources() {
  const access = useAccess();
  const weeks = useQuery(weekList);
  const sections = useQuery(sectionList);
  const loaded = useQuery(resourceList);
  const leagueFilter = useLeagueFilter();
  const [list] = useState(() => createListState({ filters: ['league', 'type', 'topic'] }));
  const state = useStore(list.$list);
  const [edited, setEdited] = useState<Edited | null>(() =>
    wantsNew() ? { resource: null, sectionId: '', weekId: '' } : null,
  );
  const [ordered, setOrdered] = useState<Section | null>(null);
  const deletion = useDeletion();

  const groups = useMemo(
    () => groupResources(weeks.data ?? [], sections.data ?? [], loaded.data ?? [], state),
    [weeks.data, sections.data, loaded.data, state],
  );
  const found = groups.reduce((sum, { count }) => sum + count, 0);
  const isFew = isSearched(state) && found <= OPEN_BY_SEARCH;
  const modules = useOpenGroups(isFew);
  const topics = useOpenGroups(isFew);
  const mayWrite = (leagueId: string) => access?.mayIn(leagueId, 'canCreateContent') === true;
  const writable = (weeks.data ?? []).filter(({ leagueId }) => mayWrite(leagueId));
  const isReady = Boolean(weeks.data && sections.data && loaded.data);
  const topic = sections.data?.find(({ id }) => id === state.filters.topic);

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Resource Management"
        counters={[
          { label: 'Your Topics', value: sections.data?.length ?? null },
          { label: 'Your Resources', value: loaded.data?.length ?? null },
        ]}
        actions={
          writable.length > 0 ? (
            <>
              <ImportLink kind="resources" />
              <Button
                onClick={() =>
                  setEdited({ resource: null, sectionId: topic?.id ?? '', weekId: topic?.weekId ?? '' })
                }
              >
                <Icon path={plus} size={18} />
                Create New Resource
              </Button>
            </>
          ) : null
        }
      >
        A resource is what learners open and tick. It stands in its topic in the order given here.
      </PageHeader>
      <FailureBanner failure={deletion.failure} onDismiss={deletion.dismiss} />
      <ContentGate
        many="resources"
        parts={[
          { name: 'sections', loaded: sections, reload: sectionList.reload },
          { name: 'resources', loaded, reload: resourceList.reload },
        ]}
      >
        <ListToolbar
          list={list}
          many="resources"
          filters={[...leagueFilter, TYPE_FILTER]}
          summary={`Showing ${found.toLocaleString('en-US')} of ${countOf(loaded.data?.length ?? 0, 'resource')}${
            topic ? `: those of ${topic.name}` : ''
          }`}
          exportButton={
            <ExportButton
              call={exportResources}
              what="resources"
              words={() => toExportWords(list.$list.get(), { league: 'leagueId', topic: 'sectionId' })}
            />
          }
        />
        {groups.length === 0 ? <NothingFound list={list} title="No resources found" /> : null}
        <div className="grid gap-3">
          {groups.map(({ week, topics: own, count }) => (
            <Group
              key={week.id}
              name={week.name}
              details={
                <WeekDetails
                  week={week}
                  count={`${countOf(own.length, 'topic')}, ${countOf(count, 'resource')}`}
                />
              }
              open={modules.isOpen(week.id)}
              onToggle={(open) => modules.toggle(week.id, open)}
            >
              {own.length === 0 ? (
                <p className="px-4 py-4 text-sm text-muted sm:px-6">No topics found in this module</p>
              ) : (
                <ol aria-label={`Topics of ${week.name}`} className="divide-y divide-line">
                  {own.map(({ section, resources }) => (
                    <li key={section.id}>
                      <Group
                        level={3}
                        name={section.name}
                        details={
                          <>
                            <span>Topic {section.order}</span>
                            <span aria-hidden="true">·</span>
                            <span>{countOf(resources.length, 'resource')}</span>
                          </>
                        }
                        open={topics.isOpen(section.id)}
                        onToggle={(open) => topics.toggle(section.id, open)}
                        actions={
                          mayWrite(week.leagueId) ? (
                            <>
                              <RowButton
                                label={`Add resource to ${section.name}`}
                                icon={plus}
                                onClick={() =>
                                  setEdited({ resource: null, sectionId: section.id, weekId: week.id })
                                }
                              />
                              <RowButton
                                label={`Reorder resources of ${section.name}`}
                                icon={grip}
                                onClick={() => setOrdered(section)}
                              />
                            </>
                          ) : null
                        }
                      >
                        <div className="bg-sunken px-3 py-3 sm:px-6">
                          {resources.length === 0 ? (
                            <p className="text-sm text-muted">No resources in this topic</p>
                          ) : (
                            <ResourceTable
                              topic={section.name}
                              resources={resources}
                              actions={
                                mayWrite(week.leagueId)
                                  ? (resource) => (
                                      <>
                                        <EditButton
                                          name={resource.title}
                                          onClick={() => setEdited({ resource, sectionId: '', weekId: '' })}
                                        />
                                        <DeleteButton
                                          name={resource.title}
                                          disabled={deletion.busy.has(resource.id)}
                                          onClick={() => void deletion.run(resource)}
                                        />
                                      </>
                                    )
                                  : undefined
                              }
                            />
                          )}
                        </div>
                      </Group>
                    </li>
                  ))}
                </ol>
              )}
            </Group>
          ))}
        </div>
      </ContentGate>
      {edited && isReady ? (
        <ResourceDialog
          {...edited}
          resources={loaded.data ?? []}
          weeks={writable}
          sections={sections.data ?? []}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {ordered ? (
        <Suspense>
          <ResourceOrderDialog section={ordered} onClose={() => setOrdered(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Deletes without a question (ARES-13), each resource once; what failed stands above the list. */
function useDeletion() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  return {
    busy,
    failure,
    dismiss: () => setFailure(null),
    run: async ({ id, title }: Resource) => {
      setFailure(null);
      setBusy((before) => new Set(before).add(id));
      try {
        await removeResource(id);
        showToast({ text: `Resource deleted: ${title}` });
        // The button that was pressed went with its row; the reader goes on in the page, not at its top.
        document.getElementById('main')?.focus({ preventScroll: true });
      } catch (error) {
        setFailure(toActionFailure('delete resource', error));
      } finally {
        setBusy((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
  };
}
