import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { cohortList } from '../data/cohort-list.ts';
import { type Choices, EditorDialog } from '../form/EditorDialog.tsx';
import {
  ANNOUNCEMENT_FIELDS,
  BY_MAIL,
  createAnnouncementForm,
  describeAudience,
} from './announcement-form.ts';
import { audienceQuery, EVERYONE } from './announcement-list.ts';

const CHANNELS = [
  { value: 'site', label: 'On this site' },
  { value: BY_MAIL, label: 'On this site and by mail' },
];

export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { options, failure } = useAudiences();
  const [form] = useState(() => createAnnouncementForm(onClose));
  const { values } = useStore(form.$form);
  const reach = useQuery(audienceQuery(values.audience));
  const failed = !reach.data && reach.error;
  const audience = {
    options,
    failure: failure || (failed && toLoadFailure('the number of readers', failed)),
  };
  return (
    <EditorDialog
      labels={{
        title: 'Create New Announcement',
        submitLabel: toSubmitLabel(values.publishAt !== '', reach.data?.people),
        busyLabel: 'Saving…',
      }}
      form={form}
      fields={ANNOUNCEMENT_FIELDS}
      choices={{ audience, channels: { options: CHANNELS } }}
      onClose={onClose}
    >
      {values.audience && !failed ? (
        <p role="status" className="rounded-md bg-sunken px-4 py-3 text-sm font-semibold text-strong">
          {reach.data ? describeAudience(reach.data, values.channels === BY_MAIL) : 'Counting who gets it…'}
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
