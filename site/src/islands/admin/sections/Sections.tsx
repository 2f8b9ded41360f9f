import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { Resource } from '#contract/resources.ts';
import { exportSections, type Section } from '#contract/sections.ts';
import { grip, plus } from '#site/icons/actions.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { useAccess } from '../access/access.ts';
import { ContentGate } from '../content/ContentGate.tsx';
import { useLeagueFilter } from '../content/league-filter.ts';
import { NothingFound } from '../content/NothingFound.tsx';
import { WeekField } from '../content/WeekField.tsx';
import { removeResource } from '../data/resource-list.ts';
import { sectionList, sectionOrder } from '../data/section-list.ts';
import { weekList } from '../data/week-list.ts';
import { DeletionDialog } from '../deletion/DeletionDialog.tsx';
import { RowDialog } from '../form/EditorDialog.tsx';
import { consumeNewParameter } from '../form/staff-form.ts';
import {
  GROUPS_PAGE_SIZE,
  isSearched,
  OPEN_BY_SEARCH,
  useGroupPage,
  useOpenGroups,
} from '../groups/groups.ts';
import { ModuleGroup } from '../groups/ModuleGroup.tsx';
import { ListToolbar } from '../list/ListToolbar.tsx';
import { createListState } from '../list/list-state.ts';
import { Pager } from '../list/Pager.tsx';
import { DeleteButton, EditButton, RowButton } from '../list/RowButton.tsx';
import { DeferredOrderDialog } from '../order/DeferredOrderDialog.tsx';
import type { OrderParent } from '../order/order-change.ts';
import { CreateButton, ImportLink, PageHeader } from '../page/PageHeader.tsx';
import { ResourceDeletion, WholeTopic } from '../resources/ResourceTable.tsx';
import { groupSections, type SectionGroup, TOPIC_EDITOR } from './section-form.ts';

export function Sections() {
  const access = useAccess();
  const weeks = useQuery(weekList);
  const loaded = useQuery(sectionList);
  const leagueFilter = useLeagueFilter();
  const [list] = useState(() => createListState({ filters: ['leagueId'] }));
  const state = useStore(list.$list);
  const [deletion] = useState(() =>
    createConfirmedAction<Section>({
      action: 'delete section',
      run: sectionList.remove,
      done: 'Topic deleted',
    }),
  );
  const [edited] = useState(() =>
    createDialogState<Section | { weekId: string }>(consumeNewParameter() ? { weekId: '' } : null),
  );
  const [ordered] = useState(() => createDialogState<OrderParent>());

  const groups = useMemo(
    () => groupSections(weeks.data ?? [], loaded.data ?? [], state),
    [weeks.data, loaded.data, state],
  );
  const shown = useGroupPage(groups, state.page);
  const found = groups.reduce((sum, { sections }) => sum + sections.length, 0);
  const modules = useOpenGroups(isSearched(state) && found <= OPEN_BY_SEARCH);
  const topics = useOpenGroups(false);
  const mayWrite = (leagueId: string) => access?.mayIn(leagueId, 'canCreateContent') === true;
  const writable = (weeks.data ?? []).filter(({ leagueId }) => mayWrite(leagueId));
  const isReady = weeks.data !== null && loaded.data !== null;

  return (
    <div className="grid gap-4">
      <PageHeader
        title="Topic Management"
        counters={[
          { label: 'Your Modules', value: weeks.data?.length },
          { label: 'Your Topics', value: loaded.data?.length },
        ]}
        actions={
          writable.length > 0 ? (
            <>
              <ImportLink kind="sections" />
              <CreateButton onClick={() => edited.open({ weekId: onlyOne(groups) })}>
                Create New Topic
              </CreateButton>
            </>
          ) : null
        }
      >
        Topics hold resources. Learners see them in this order.
      </PageHeader>
      <ActionFailure action={deletion} />
      <ContentGate many="topics" parts={[{ name: 'sections', loaded, reload: sectionList.invalidate }]}>
        <ListToolbar
          list={list}
          many="topics"
          filters={leagueFilter}
          summary={`Showing ${toNumber(found)} of ${countOf(loaded.data?.length ?? 0, 'topic')}`}
          exportCall={exportSections}
        />
        {groups.length === 0 ? <NothingFound list={list} title="No topics found" /> : null}
        <div ref={shown.box} style={shown.style} className="grid content-start gap-3">
          {shown.groups.map(({ week, sections }) => (
            <ModuleGroup
              key={week.id}
              week={week}
              held={countOf(sections.length, 'topic')}
              topics={sections.map((section) => ({ section, count: section._count.resources }))}
              openModules={modules}
              openTopics={topics}
              actions={
                mayWrite(week.leagueId) ? (
                  <>
                    <RowButton
                      label={`Add topic to ${week.name}`}
                      icon={plus}
                      onClick={() => edited.open({ weekId: week.id })}
                    />
                    <RowButton
                      label={`Reorder topics of ${week.name}`}
                      icon={grip}
                      onClick={() => ordered.open(week)}
                    />
                  </>
                ) : null
              }
              topicActions={({ section }) =>
                mayWrite(week.leagueId) ? (
                  <>
                    <EditButton name={section.name} onClick={() => edited.open(section)} />
                    <DeleteButton name={section.name} onClick={() => deletion.ask(section)} />
                  </>
                ) : null
              }
            >
              {({ section }) => <ResourcePanel section={section} mayWrite={mayWrite(week.leagueId)} />}
            </ModuleGroup>
          ))}
        </div>
        <Pager
          what="Modules"
          page={shown.page}
          lastPage={shown.lastPage}
          count={groups.length}
          pageSize={GROUPS_PAGE_SIZE}
          keepsPlace={shown.keepsPlace}
          onTurn={list.turnTo}
        />
      </ContentGate>
      {isReady ? (
        <DeferredDialog state={edited}>
          {(subject) => (
            <RowDialog
              editor={TOPIC_EDITOR}
              row={'id' in subject ? subject : null}
              start={{ weekId: subject.weekId }}
              drawn={(form, place) => ({
                weekId: <WeekField form={form} weeks={writable} onChosen={place} />,
              })}
              onClose={edited.close}
            />
          )}
        </DeferredDialog>
      ) : null}
      <DeferredOrderDialog state={ordered} {...sectionOrder} />
      <DeletionDialog
        action={deletion}
        kind="sections"
        nameOf={({ name }) => name}
        question={() => 'Are you sure you want to delete this section? This action cannot be undone.'}
      />
    </div>
  );
}

function onlyOne(groups: readonly SectionGroup[]): string {
  return groups.length === 1 ? (groups[0]?.week.id ?? '') : '';
}

/** Unlike the resource screen, this panel always asks before a deletion (docs/product.md OPEN-26). */
export function ResourcePanel({ section, mayWrite }: { section: Section; mayWrite: boolean }) {
  const [deletion] = useState(() =>
    createConfirmedAction<Resource>({
      action: 'delete resource',
      run: removeResource,
      done: 'Resource deleted',
    }),
  );
  return (
    <>
      {section.description ? (
        <Markdown text={section.description} className="max-w-measure text-sm text-muted" />
      ) : null}
      <ActionFailure action={deletion} />
      <WholeTopic
        section={section}
        actions={
          mayWrite
            ? (resource) => <DeleteButton name={resource.title} onClick={() => deletion.ask(resource)} />
            : undefined
        }
      />
      <div>
        <ButtonLink
          variant="secondary"
          size="small"
          href={`/admin/resources?${new URLSearchParams({ sectionId: section.id })}`}
        >
          Work on these resources
        </ButtonLink>
      </div>
      <ResourceDeletion action={deletion} />
    </>
  );
}
