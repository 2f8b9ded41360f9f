import {
  type CreateAnnouncementBody,
  type countAudience,
  createAnnouncement,
} from '#contract/announcements.ts';
import type { DataOf } from '#contract/call.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { createDialogForm, createKeys } from '#site/islands/shared/form/dialog-form.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { type EditorFields, findFaults, toSent, toTyped, type ValuesOf } from '../form/editor-fields.ts';
import { fromLocalInput } from '../form/local-time.ts';
import { refresh, toAudience } from './announcement-list.ts';

export const ANNOUNCEMENT_FIELDS = {
  audience: { kind: 'choice', label: 'Audience', required: true, placeholder: 'Choose who gets it' },
  channels: { kind: 'choice', label: 'Channels', required: true },
  title: { kind: 'text', label: 'Title', required: true, max: NAME_MAX_LENGTH },
  body: { kind: 'prose', label: 'Text', required: true, max: DESCRIPTION_MAX_LENGTH, rows: 6 },
  publishAt: {
    kind: 'moment',
    label: 'Publish at',
    hint: 'In your time zone. Leave empty to publish at once.',
  },
  pinnedUntil: {
    kind: 'day',
    label: 'Pinned until',
    hint: 'On top of the dashboard until the end of this day, or until the reader closes it.',
  },
} as const satisfies EditorFields;
type Values = ValuesOf<typeof ANNOUNCEMENT_FIELDS>;

export const BY_MAIL = 'mail';

export function createAnnouncementForm(onSaved: () => void) {
  const keyOf = createKeys();
  return createDialogForm<Values>({
    draftId: null,
    initial: toTyped(ANNOUNCEMENT_FIELDS, { channels: 'site' }),
    validate: findAnnouncementFaults,
    action: 'create announcement',
    done: 'Announcement created',
    fieldFailures: {
      COHORT_NOT_FOUND: { audience: 'Choose another cohort' },
      LEAGUE_NOT_FOUND: { audience: 'Choose another league' },
      LEAGUE_OUT_OF_SCOPE: { audience: 'Choose a league that you work in' },
      PINNED_TOO_SHORT: { pinnedUntil: 'Choose the day on which it is published, or a later one' },
    },
    save: async (values) => {
      const body = toBody(values);
      await callApi(createAnnouncement, { body, idempotencyKey: keyOf(body) });
      refresh();
    },
    onSaved,
  });
}

function toBody(values: Values): CreateAnnouncementBody {
  const { title, body, publishAt } = toSent(ANNOUNCEMENT_FIELDS, values);
  return {
    ...toAudience(values.audience),
    title,
    body: body ?? '',
    publishAt,
    pinnedUntil: fromLocalInput(values.pinnedUntil && `${values.pinnedUntil}T23:59`),
    isMailed: values.channels === BY_MAIL,
  };
}

export function findAnnouncementFaults(values: Values, now = Date.now()): FieldErrors<Values> {
  const errors: FieldErrors<Values> = findFaults(ANNOUNCEMENT_FIELDS, values);
  if (values.publishAt && !(Date.parse(values.publishAt) > now)) {
    errors.publishAt = 'Choose a time that is still to come, or leave it empty';
  }
  return errors;
}

export function describeAudience(
  { people, byMail }: DataOf<typeof countAudience>,
  isMailed: boolean,
): string {
  if (people === 0) return 'There is no one in this audience yet.';
  const get = people === 1 ? '1 person gets it' : `${toNumber(people)} people get it`;
  return isMailed ? `${get}, ${toNumber(byMail)} of them also by mail.` : `${get}.`;
}
