import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { exportResources, RESOURCE_TYPES, type Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import { grip, plus } from '#site/icons/actions.ts';
import { ActionFailure, FailureBanner } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { focusNearby } from '#site/islands/ui/focus-nearby.ts';
import { toResourceTypeText } from '#site/labels.ts';
import { useAccess } from '../access/access.ts';
import { ContentGate } from '../content/ContentGate.tsx';
import { useLeagueFilter } from '../content/league-filter.ts';
import { NothingFound } from '../content/NothingFound.tsx';
import {
  createFoundResources,
  FOUND_PAGE_SIZE,
  removeResource,
  resourceCount,
  resourceOrder,
} from '../data/resource-list.ts';
import { sectionList } from '../data/section-list.ts';
import { weekList } from '../data/week-list.ts';
import { readContents } from '../deletion/DeletionDialog.tsx';
import { consumeNewParameter } from '../form/staff-form.ts';
import { GROUPS_PAGE_SIZE, OPEN_BY_SEARCH, useGroupPage, useOpenGroups } from '../groups/groups.ts';
import { ModuleGroup } from '../groups/ModuleGroup.tsx';
import { toFilter, toLabels } from '../list/data-table.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { ListToolbar } from '../list/ListToolbar.tsx';
import { createListState } from '../list/list-state.ts';
import { LoadFailure } from '../list/NotLoaded.tsx';
import { Pager } from '../list/Pager.tsx';
import { DeleteButton, EditButton, RowButton } from '../list/RowButton.tsx';
import { DeferredOrderDialog } from '../order/DeferredOrderDialog.tsx';
import type { OrderParent } from '../order/order-change.ts';
import { CreateButton, ImportLink, PageHeader } from '../page/PageHeader.tsx';
import { ResourceDialog } from './ResourceDialog.tsx';
import { ResourceDeletion, ResourceTable, WholeTopic } from './ResourceTable.tsx';
import { groupResources } from './resource-groups.ts';

const TYPE_FILTER = toFilter('type', 'Type', toLabels(RESOURCE_TYPES, toResourceTypeText), 'All types');

const NONE: readonly Resource[] = [];

type Edited = { resource: Resource | null; sectionId: string; weekId: string };

export function Resources() {
  const access = useAccess();
  const weeks = useQuery(weekList);
  const sections = useQuery(sectionList);
  const count = useQuery(resourceCount);
  const leagueFilter = useLeagueFilter();
  const [list] = useState(() => createListState({ filters: ['leagueId', 'type', 'sectionId'] }));
  const state = useStore(list.$list);
  const [search] = useState(() => createFoundResources(list));
  const isSearch = useStore(search.$params) !== null;
  const found = useQuery(search.query);
  const [edited] = useState(() =>
    createDialogState<Edited>(consumeNewParameter() ? { resource: null, sectionId: '', weekId: '' } : null),
  );
  const [ordered] = useState(() => createDialogState<OrderParent>());
  const deletion = useDeletion();

  const rows = isSearch ? (found.data?.resources ?? NONE) : null;
  const groups = useMemo(
    () => groupResources(weeks.data ?? [], sections.data ?? [], rows, state),
    [weeks.data, sections.data, rows, state],
  );
  const shown = useGroupPage(groups, isSearch ? null : state.page);
  const total = isSearch
    ? (found.data?.pagination.total ?? 0)
    : groups.reduce((sum, group) => sum + group.count, 0);
  // Keeps the search box mounted while results load.
  const isSearching = isSearch && !found.data && !found.error;
  const isFew = (isSearch || Boolean(state.filters.sectionId)) && total <= OPEN_BY_SEARCH;
  const modules = useOpenGroups(isFew);
  const topics = useOpenGroups(isFew);
  const mayWrite = (leagueId: string) => access?.mayIn(leagueId, 'canCreateContent') === true;
  const writable = (weeks.data ?? []).filter(({ leagueId }) => mayWrite(leagueId));
  const isReady = Boolean(weeks.data && sections.data);
  const add = (topic?: Section) =>
    edited.open({ resource: null, sectionId: topic?.id ?? '', weekId: topic?.weekId ?? '' });
  const resourceActions = (resource: Resource) => (
    <>
      <EditButton
        name={resource.title}
        onClick={() => edited.open({ resource, sectionId: '', weekId: '' })}
      />
      <DeleteButton
        name={resource.title}
        busy={deletion.busy.has(resource.id)}
        onClick={() => void deletion.run(resource)}
      />
    </>
  );
  const topic = sections.data?.find(({ id }) => id === state.filters.sectionId);

  return (
    <div className="grid gap-4">
      <PageHeader
        title="Resource Management"
        counters={[
          { label: 'Your Topics', value: sections.data?.length },
          { label: 'Your Resources', value: count.data },
        ]}
        actions={
          writable.length > 0 ? (
            <>
              <ImportLink kind="resources" />
              <CreateButton onClick={() => add(topic)}>Create New Resource</CreateButton>
            </>
          ) : null
        }
      >
        Resources are what learners open and tick off, topic by topic.
      </PageHeader>
      <FailureBanner failure={deletion.failure} onDismiss={deletion.dismiss} />
      <ActionFailure action={deletion.question} />
      <ContentGate
        many="resources"
        parts={[
          { name: 'sections', loaded: sections, reload: sectionList.invalidate },
          { name: 'resources', loaded: count, reload: resourceCount.invalidate },
        ]}
      >
        <ListToolbar
          list={list}
          many="resources"
          filters={[...leagueFilter, TYPE_FILTER]}
          summary={
            isSearch && !found.data
              ? ''
              : `Showing ${toNumber(total)} of ${countOf(count.data ?? 0, 'resource')}${
                  topic ? `: those of ${topic.name}` : ''
                }`
          }
          exportCall={exportResources}
        />
        {isSearch && found.error ? (
          <LoadFailure
            many="resources"
            error={found.error}
            onRetry={search.query.invalidate}
            busy={found.isLoading}
          />
        ) : null}
        {isSearching ? (
          <ListSkeleton label="Loading resources..." />
        ) : isSearch && !found.data ? null : (
          <>
            {groups.length === 0 ? <NothingFound list={list} title="No resources found" /> : null}
            <div ref={shown.box} style={shown.style} className="grid content-start gap-3">
              {shown.groups.map(({ week, topics: own, count: held }) => (
                <ModuleGroup
                  key={week.id}
                  week={week}
                  held={`${countOf(own.length, 'topic')}, ${countOf(held, 'resource')}`}
                  topics={own}
                  openModules={modules}
                  openTopics={topics}
                  topicActions={({ section }) =>
                    mayWrite(week.leagueId) ? (
                      <>
                        <RowButton
                          label={`Add resource to ${section.name}`}
                          icon={plus}
                          onClick={() => add(section)}
                        />
                        <RowButton
                          label={`Reorder resources of ${section.name}`}
                          icon={grip}
                          onClick={() => ordered.open(section)}
                        />
                      </>
                    ) : null
                  }
                >
                  {({ section, found: matches }) => {
                    const actions = mayWrite(week.leagueId) ? resourceActions : undefined;
                    return matches ? (
                      <ResourceTable topic={section.name} resources={matches} actions={actions} />
                    ) : (
                      <WholeTopic section={section} actions={actions} />
                    );
                  }}
                </ModuleGroup>
              ))}
            </div>
            {isSearch ? (
              <Pager
                page={state.page}
                lastPage={found.data?.pagination.totalPages ?? 1}
                count={total}
                pageSize={FOUND_PAGE_SIZE}
                keepsPlace={shown.keepsPlace}
                onTurn={list.turnTo}
              />
            ) : (
              <Pager
                what="Modules"
                page={shown.page}
                lastPage={shown.lastPage}
                count={groups.length}
                pageSize={GROUPS_PAGE_SIZE}
                keepsPlace={shown.keepsPlace}
                onTurn={list.turnTo}
              />
            )}
          </>
        )}
      </ContentGate>
      {isReady ? (
        <DeferredDialog state={edited}>
          {(begin) => (
            <ResourceDialog
              {...begin}
              weeks={writable}
              sections={sections.data ?? []}
              onClose={edited.close}
            />
          )}
        </DeferredDialog>
      ) : null}
      <DeferredOrderDialog state={ordered} {...resourceOrder} />
      <ResourceDeletion action={deletion.question} />
    </div>
  );
}

/** Asks first only if learners lose something, and ignores a second click. */
function useDeletion() {
  const [question] = useState(() =>
    createConfirmedAction<Resource>({
      action: 'delete resource',
      run: removeResource,
      done: ({ title }) => `Resource deleted: ${title}`,
    }),
  );
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  return {
    question,
    busy,
    failure,
    dismiss: () => setFailure(null),
    run: async (resource: Resource) => {
      const { id, title } = resource;
      const pressed = document.activeElement;
      setFailure(null);
      setBusy((before) => new Set(before).add(id));
      try {
        const { people } = await readContents('resources', id);
        if (people > 0) {
          question.ask(resource);
          return;
        }
        await removeResource(resource);
        showToast({ text: `Resource deleted: ${title}` });
        // The pressed button disappears with its row; the user may have moved on.
        if (document.activeElement === pressed || document.activeElement === document.body) focusNearby();
      } catch (error) {
        setFailure(toActionFailure('delete resource', error));
      } finally {
        setBusy((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
  };
}
