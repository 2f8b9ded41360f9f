import { useCallback, useState } from 'react';
import { ANNOUNCEMENT_LIST, type AnnouncementRow } from '#contract/announcements.ts';
import { ban, check, clock } from '#site/icons/states.ts';
import { toShortDate, toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess } from '../access/access.ts';
import { LeagueCell } from '../access/LeagueName.tsx';
import { ActionFailure } from '../action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '../action/DeferredDialog.tsx';
import { QuestionDialog } from '../action/QuestionDialog.tsx';
import { consumeNewParameter } from '../form/staff-form.ts';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { EditButton, RowButton } from '../list/RowButton.tsx';
import { CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { CreateDialog, EditDialog } from './AnnouncementDialog.tsx';
import { announcementList, createTakingBack, toMailText, toTakingBackQuestion } from './announcement-list.ts';

const STATES = {
  SCHEDULED: { words: 'Scheduled', tone: 'pending', icon: clock },
  PUBLISHED: { words: 'Published', tone: 'active', icon: check },
  TAKEN_BACK: { words: 'Taken back', tone: 'inactive', icon: ban },
} as const;

const COLUMNS: readonly DataColumn<AnnouncementRow>[] = [
  {
    key: 'title',
    header: 'Announcement',
    isRowHeader: true,
    cell: ({ title, body, author }) => (
      <span className="block max-w-80 md:min-w-36">
        <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
          {title}
        </span>
        <span className="mt-0.5 line-clamp-2 text-sm font-normal text-muted wrap-anywhere" dir="auto">
          <PlainText text={body} />
        </span>
        {author ? (
          <span className="block text-xs font-normal text-muted wrap-anywhere" dir="auto">
            {author}
          </span>
        ) : null}
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
    cell: ({ state, publishAt, pinnedUntil }) => (
      <span className="grid justify-items-end gap-1 md:min-w-40 md:justify-items-start">
        <Badge tone={STATES[state].tone}>
          <Icon path={STATES[state].icon} size={13} className="-ms-0.5" />
          {STATES[state].words}
        </Badge>
        <time dateTime={publishAt} className="text-xs text-muted tabular-nums md:whitespace-nowrap">
          {state === 'SCHEDULED' ? 'for ' : ''}
          {toShortDateTime(publishAt)}
        </time>
        {pinnedUntil && state !== 'TAKEN_BACK' ? (
          <span className="text-xs text-muted md:whitespace-nowrap">
            Pinned until {toShortDate(pinnedUntil)}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'mail',
    header: 'Mail',
    isWideOnly: true,
    cell: (row) => <span className="text-muted tabular-nums">{toMailText(row)}</span>,
  },
];

const STATE_FILTER = toFilter(
  'state',
  'State',
  Object.fromEntries(Object.entries(STATES).map(([state, { words }]) => [state, words])),
);

export function Announcements() {
  const access = useAccess();
  const loaded = useQuery(announcementList);
  const [list] = useState(() => createListState({ filters: ['state'] }));
  const [takingBack] = useState(createTakingBack);
  const [edited] = useState(() => createDialogState<AnnouncementRow>());
  // The value names a league, on the way from its page.
  const [added] = useState(() => {
    const leagueId = new URLSearchParams(location.search).get('new');
    return createDialogState<{ leagueId: string }>(
      consumeNewParameter() ? { leagueId: leagueId ?? '' } : null,
    );
  });
  const rowActions = useCallback(
    (row: AnnouncementRow) => {
      const mayWrite = row.league ? access?.mayIn(row.league.id, 'canCreateContent') : access?.isGrand;
      if (!mayWrite || row.state === 'TAKEN_BACK') return null;
      return (
        <>
          <EditButton name={row.title} onClick={() => edited.open(row)} />
          <RowButton
            label={`Take back ${row.title}`}
            icon={ban}
            word={'Take\u00a0back'}
            danger
            onClick={() => takingBack.ask(row)}
          />
        </>
      );
    },
    [access, edited, takingBack],
  );
  const rows = loaded.data;
  const mayWrite = access?.mayAnywhere('canCreateContent') === true;
  const create = mayWrite ? (
    <CreateButton onClick={() => added.open({ leagueId: '' })}>Announce</CreateButton>
  ) : null;
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Announcements"
        counters={[
          { label: 'Announcements', value: rows?.length },
          { label: 'Scheduled', value: rows?.filter(({ state }) => state === 'SCHEDULED').length },
        ]}
        actions={rows?.length ? create : null}
      >
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
        filters={[STATE_FILTER]}
        emptyTitle="No announcements yet"
        emptyText={
          access?.isGrand
            ? 'Write to everyone, a cohort or a league.'
            : mayWrite && 'Write to the learners of your leagues.'
        }
        emptyAction={create}
        noMatchTitle="No matching announcements"
        actions={rowActions}
      />
      <DeferredDialog state={added}>
        {({ leagueId }) => (mayWrite ? <CreateDialog leagueId={leagueId} onClose={added.close} /> : null)}
      </DeferredDialog>
      <DeferredDialog state={edited}>
        {(row) => <EditDialog announcement={row} onClose={edited.close} />}
      </DeferredDialog>
      <QuestionDialog
        action={takingBack}
        title={({ title }) => `Take back “${title}”`}
        question={toTakingBackQuestion}
        confirmLabel="Take Back"
        busyLabel="Taking back…"
      />
    </div>
  );
}
