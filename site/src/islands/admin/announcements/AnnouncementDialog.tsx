import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AnnouncementRow } from '#contract/announcements.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toLoadFailure } from '../action/failures.ts';
import { cohortList } from '../data/cohort-list.ts';
import { type Choices, EditorDialog } from '../form/EditorDialog.tsx';
import { toEditorLabels } from '../form/staff-form.ts';
import { ANNOUNCEMENT_FIELDS, createAnnouncementForm, describeAudience } from './announcement-form.ts';
import { audienceQuery, EVERYONE } from './announcement-list.ts';

interface Props {
  /** Of a new announcement; '' for none. */
  leagueId: string;
  onClose: () => void;
}

export function CreateDialog({ leagueId, onClose }: Props) {
  const choices = useAudiences();
  const [form] = useState(() =>
    createAnnouncementForm({
      announcement: null,
      audience: leagueId && `league:${leagueId}`,
      onSaved: onClose,
    }),
  );
  const { values, busy } = useStore(form.$form);
  const query = audienceQuery(values.audience);
  const reach = useQuery(query);
  return (
    <EditorDialog
      labels={{
        ...toEditorLabels('Announcement', true),
        submitLabel: toSubmitLabel(values.publishAt !== '', reach.data?.people),
        busyLabel: 'Saving…',
      }}
      form={form}
      fields={ANNOUNCEMENT_FIELDS}
      choices={{ audience: choices }}
      onClose={onClose}
    >
      <Switch
        label="Also by mail"
        checked={values.isMailed !== ''}
        disabled={busy}
        onChange={(isOn) => form.change('isMailed', isOn ? 'yes' : '')}
      />
      {reach.error && !reach.data ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="small" busy={reach.isLoading} onClick={query.invalidate}>
              Count again
            </Button>
          }
        >
          {toLoadFailure('the number of readers', reach.error)}
        </Alert>
      ) : values.audience ? (
        <p role="status" className="rounded-md bg-sunken px-4 py-3 text-sm font-semibold text-strong">
          {reach.data ? describeAudience(reach.data, values.isMailed !== '') : 'Counting who gets it…'}
        </p>
      ) : null}
    </EditorDialog>
  );
}

/** Everyone and the cohorts for Grand Pathfinders alone. */
function useAudiences(): Choices {
  const isGrand = useAccess()?.isGrand === true;
  const cohorts = useQuery(cohortList);
  const leagues = useOwnLeagues('canCreateContent');
  const failed = (!leagues.data && leagues.error) || (isGrand && !cohorts.data && cohorts.error);
  const wide = [
    { value: EVERYONE, label: 'Everyone' },
    ...(cohorts.data ?? []).map(({ id, name }) => ({ value: `cohort:${id}`, label: `Cohort: ${name}` })),
  ];
  return {
    failure: failed && toLoadFailure('audiences', failed),
    options: [
      ...(isGrand ? wide : []),
      ...(leagues.data ?? []).map(({ id, name }) => ({ value: `league:${id}`, label: `League: ${name}` })),
    ],
  };
}

/** Always in sight, unlike the sentence with the mails. */
function toSubmitLabel(isLater: boolean, people: number | undefined): string {
  const verb = isLater ? 'Schedule' : 'Publish';
  if (!people) return verb;
  return `${verb} ${isLater ? 'for' : 'to'} ${people === 1 ? '1 person' : `${toNumber(people)} people`}`;
}

export function EditDialog({
  announcement,
  onClose,
}: {
  announcement: AnnouncementRow;
  onClose: () => void;
}) {
  const { cohort, league, state, publishAt, isMailed, mailedAt } = announcement;
  const isScheduled = state === 'SCHEDULED';
  const audience = (league ?? cohort)?.name ?? 'everyone';
  const time = `${isScheduled ? 'Scheduled for' : 'Published'} ${toShortDateTime(publishAt)}.`;
  const [form] = useState(() => createAnnouncementForm({ announcement, audience: '', onSaved: onClose }));
  const { title, body, publishAt: later, pinnedUntil } = ANNOUNCEMENT_FIELDS;
  return (
    <EditorDialog
      labels={toEditorLabels('Announcement', false)}
      description={`For ${audience}. ${time}${isMailed && mailedAt ? ' Mail that was sent stays as it was.' : ''}`}
      form={form}
      fields={{ title, body, ...(isScheduled ? { publishAt: later } : {}), pinnedUntil }}
      onClose={onClose}
    />
  );
}
