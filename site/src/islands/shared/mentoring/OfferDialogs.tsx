import { useState } from 'react';
import { addSlots, reportAbsence } from '#contract/mentoring.ts';
import { createDialogForm, createKeys } from '../form/dialog-form.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextField } from '../form/TextField.tsx';
import { callApi } from '../http/api.ts';
import { findAbsenceFaults, findOfferFaults, NEW_ABSENCE, NEW_OFFER, toOfferBody } from './offer.ts';
import { mentoring, ownTimeZone } from './sessions.ts';

const PAIR = 'grid gap-5 sm:grid-cols-2';

export function OfferDialog({ onClose }: { onClose: () => void }) {
  const [form] = useState(() => {
    const keyOf = createKeys();
    return createDialogForm({
      initial: NEW_OFFER,
      draftId: null,
      validate: findOfferFaults,
      save: async (offer) => {
        const body = toOfferBody(offer);
        await callApi(addSlots, { body, idempotencyKey: keyOf(body) });
        mentoring.invalidate();
      },
      action: 'offer time',
      done: 'Offered to learners',
      onSaved: onClose,
    });
  });
  const field = { form, required: true };
  return (
    <FormDialog
      title="Offer a time"
      description={`Times are in your time zone, ${ownTimeZone()}.`}
      form={form}
      submitLabel="Offer"
      onClose={onClose}
    >
      <div className={PAIR}>
        <TextField {...field} name="day" label="Day" type="date" />
        <TextField {...field} name="time" label="Time" type="time" />
        <TextField {...field} name="minutes" label="Length in minutes" type="number" step={5} />
        <TextField form={form} name="until" label="Every week until" type="date" hint="Empty for once." />
      </div>
      <TextField {...field} name="topics" label="Topics" hint="What learners can ask you about." />
      <TextField
        {...field}
        name="place"
        label="Place or link"
        hint="A room, or the link of a video call. Only the learner who books sees it."
      />
      <TextField
        {...field}
        name="noticeHours"
        label="Notice in hours"
        type="number"
        hint="Learners can book, move and cancel until this long before."
      />
    </FormDialog>
  );
}

export function AwayDialog({ onClose }: { onClose: () => void }) {
  const [form] = useState(() =>
    createDialogForm({
      initial: NEW_ABSENCE,
      draftId: null,
      validate: findAbsenceFaults,
      save: async (days) => {
        await callApi(reportAbsence, { body: { ...days, timeZone: ownTimeZone() } });
        mentoring.invalidate();
      },
      action: 'save absence',
      done: 'You are away on these days',
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      title="I am away"
      description="Your times on these days are taken back. Sessions in them are cancelled, and learners are told by email. This cannot be undone."
      form={form}
      submitLabel="Take times back"
      submitVariant="danger"
      onClose={onClose}
    >
      <div className={PAIR}>
        <TextField form={form} name="from" label="First day" type="date" required />
        <TextField form={form} name="to" label="Last day" type="date" required />
      </div>
    </FormDialog>
  );
}
