import { useState } from 'react';
import { ANNOUNCEMENT_LIST, type AnnouncementRow } from '#contract/announcements.ts';
import { ban, check, clock } from '#site/icons/states.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { toShortDate, toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess } from '../access/access.ts';
import { LeagueCell } from '../access/LeagueName.tsx';
import { consumeNewParameter } from '../form/staff-form.ts';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { RowButton } from '../list/RowButton.tsx';
import { CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { announcementList, createTakingBack, isScheduled } from './announcement-list.ts';

const COLUMNS: readonly DataColumn<AnnouncementRow>[] = [
  {
    key: 'title',
    header: 'Announcement',
    isRowHeader: true,
    cell: ({ title, body, author }) => (
      <span className="block max-w-80 wrap-anywhere md:min-w-36" dir="auto">
        <span className="block font-semibold text-strong">{title}</span>
        <span className="mt-0.5 line-clamp-2 text-sm font-normal text-muted">
          <PlainText text={body} />
        </span>
        <span className="block text-xs font-normal text-muted">{author}</span>
      </span>
    ),
  },
  {
    key: 'audience',
    header: 'For',
    cell: ({ cohort, league }) => (league ? <LeagueCell league={league} /> : (cohort?.name ?? 'Everyone')),
  },
  {
    key: 'publishAt',
    header: 'State',
    cell: (row) => (
      <span className="grid justify-items-end gap-1 md:min-w-40 md:justify-items-start">
        <Badge tone={isScheduled(row) ? 'pending' : 'active'}>
          <Icon path={isScheduled(row) ? clock : check} size={13} className="-ms-0.5" />
          {isScheduled(row) ? 'Scheduled' : 'Published'}
        </Badge>
        <time dateTime={row.publishAt} className="text-xs text-muted tabular-nums md:whitespace-nowrap">
          {toShortDateTime(row.publishAt)}
        </time>
        {row.pinnedUntil ? (
          <span className="text-xs text-muted md:whitespace-nowrap">
            Pinned until {toShortDate(row.pinnedUntil)}
          </span>
        ) : null}
        {row.isMailed ? (
          <span className="text-xs text-muted">{row.mailedAt ? 'Mail sent' : 'Mail waits'}</span>
        ) : null}
      </span>
    ),
  },
];

export function Announcements() {
  const access = useAccess();
  const loaded = useQuery(announcementList);
  const [list] = useState(() => createListState({ filters: [] }));
  const [takingBack] = useState(createTakingBack);
  const [added] = useState(() => createDialogState(consumeNewParameter() || null));
  const mayWrite = access?.mayAnywhere('canCreateContent') === true;
  const create = mayWrite ? <CreateButton onClick={() => added.open(true)}>Announce</CreateButton> : null;
  return (
    <div className="grid gap-4">
      <PageHeader title="Announcements" actions={loaded.data?.length ? create : null}>
        {mayWrite
          ? 'What you write reaches its readers in their news, and by mail if you choose. Listed for 90 days.'
          : 'None of your leagues lets you write to it. Ask a Grand Pathfinder for the right to create content there.'}
      </PageHeader>
      <ActionFailure action={takingBack} />
      <DataList
        many="announcements"
        loaded={loaded}
        onRetry={announcementList.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        rules={ANNOUNCEMENT_LIST}
        emptyTitle="No announcements yet"
        emptyText={mayWrite && 'Write to the learners that you work for.'}
        emptyAction={create}
        noMatchTitle="No matching announcements"
        actions={(row) => (
          <RowButton
            label={`Take back ${row.title}`}
            icon={ban}
            word={'Take\u00a0back'}
            danger
            onClick={() => takingBack.ask(row)}
          />
        )}
      />
      <DeferredDialog state={added}>
        {() => (mayWrite ? <AnnouncementDialog onClose={added.close} /> : null)}
      </DeferredDialog>
      <QuestionDialog
        action={takingBack}
        title={({ title }) => `Take back “${title}”`}
        question="Readers no longer see it, and mail that was not sent yet is dropped. This cannot be undone."
        confirmLabel="Take Back"
        busyLabel="Taking back…"
      />
    </div>
  );
}
