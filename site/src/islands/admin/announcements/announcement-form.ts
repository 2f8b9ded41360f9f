import type { AnnouncementRow, CreateAnnouncementBody, countAudience } from '#contract/announcements.ts';
import { parseMoment } from '#contract/assignments.ts';
import type { DataOf } from '#contract/call.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { type EditorFields, findFaults, toSent, toTyped, type ValuesOf } from '../form/editor-fields.ts';
import { fromLocalInput, toLocalInput } from '../form/local-time.ts';
import { createEditorForm } from '../form/staff-form.ts';
import { announcementList, EVERYONE, toAudience } from './announcement-list.ts';

export const ANNOUNCEMENT_FIELDS = {
  audience: { kind: 'choice', label: 'Audience', required: true, placeholder: 'Choose who gets it' },
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

/** `isMailed` is 'yes' or '', as drafts keep only text. */
export type AnnouncementValues = ValuesOf<typeof ANNOUNCEMENT_FIELDS> & { isMailed: string };

interface Begin {
  announcement: AnnouncementRow | null;
  /** Of a new one. */
  audience: string;
  onSaved: () => void;
}

export function createAnnouncementForm({ announcement, audience, onSaved }: Begin): Form<AnnouncementValues> {
  const initial = toValues(announcement, audience);
  const form = createEditorForm<AnnouncementValues, Required<CreateAnnouncementBody>>({
    draftId: announcement?.id ?? null,
    initial,
    validate: (values) => findAnnouncementFaults(values, initial),
    action: `${announcement ? 'update' : 'create'} announcement`,
    done: announcement ? 'Announcement saved' : 'Announcement created',
    fieldFailures: {
      ANNOUNCEMENT_COHORT_NOT_FOUND: { audience: 'Choose another cohort' },
      ANNOUNCEMENT_LEAGUE_NOT_FOUND: { audience: 'Choose another league' },
      LEAGUE_OUT_OF_SCOPE: { audience: 'Choose a league that you work in' },
      PINNED_TOO_SHORT: { pinnedUntil: LATER_DAY },
    },
    toBody,
    create: announcementList.create,
    update: announcementList.update,
    onSaved,
  });
  // A draft must not carry the text to another audience than the one asked for.
  if (!announcement && audience) form.change('audience', audience);
  return form;
}

function toValues(announcement: AnnouncementRow | null, audience: string): AnnouncementValues {
  const typed = toTyped(ANNOUNCEMENT_FIELDS, announcement && { ...announcement });
  return {
    ...typed,
    audience: announcement ? EVERYONE : audience,
    pinnedUntil: toLocalInput(announcement?.pinnedUntil ?? null).slice(0, 10),
    isMailed: announcement?.isMailed ? 'yes' : '',
  };
}

function toBody(values: AnnouncementValues): Required<CreateAnnouncementBody> {
  const { title, body, publishAt } = toSent(ANNOUNCEMENT_FIELDS, values);
  return {
    cohortId: null,
    leagueId: null,
    ...toAudience(values.audience),
    title,
    body: body ?? '',
    publishAt,
    pinnedUntil: values.pinnedUntil ? fromLocalInput(`${values.pinnedUntil}T23:59`) : null,
    isMailed: values.isMailed !== '',
  };
}

const LATER_DAY = 'Choose the day on which it is published, or a later one';

export function findAnnouncementFaults(
  values: AnnouncementValues,
  before: AnnouncementValues,
  now = Date.now(),
): FieldErrors<AnnouncementValues> {
  const { publishAt, pinnedUntil } = values;
  const errors: FieldErrors<AnnouncementValues> = findFaults(ANNOUNCEMENT_FIELDS, values);
  const moment = fromLocalInput(publishAt);
  if (
    publishAt !== before.publishAt &&
    publishAt &&
    !(moment && parseMoment(moment) && Date.parse(moment) > now)
  ) {
    errors.publishAt = 'Choose a time that is still to come, or leave it empty';
  }
  const start = moment && Date.parse(moment) > now ? publishAt : toLocalInput(new Date(now).toISOString());
  if (pinnedUntil && pinnedUntil !== before.pinnedUntil && pinnedUntil < start.slice(0, 10)) {
    errors.pinnedUntil = LATER_DAY;
  }
  return errors;
}

/** How many people get it, and what of the mail waits. */
export function describeAudience(
  { people, byMail, mailsLeft }: DataOf<typeof countAudience>,
  isMailed: boolean,
): string {
  if (people === 0) return 'There is no one in this audience yet.';
  const get = people === 1 ? '1 person gets it' : `${toNumber(people)} people get it`;
  if (!isMailed) return `${get}.`;
  const waiting = Math.max(0, byMail - mailsLeft);
  const rest =
    waiting > 0 ? ` Only ${toNumber(mailsLeft)} mails are left today: the rest wait until tomorrow.` : '';
  return `${get}, ${toNumber(byMail)} of them also by mail.${rest}`;
}
