import { useState } from 'react';
import {
  type BookedSlot,
  bookSession,
  cancelSession,
  type Mentor,
  type MentorSlot,
  moveSession,
  QUESTION_MAX_LENGTH,
} from '#contract/mentoring.ts';
import { createDialogForm, createKeys, findLengthFault } from '#site/islands/shared/form/dialog-form.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { mentoring, toOtherName, toWhole } from '#site/islands/shared/mentoring/sessions.ts';

interface Props<Slot> {
  mentor: Mentor;
  slot: Slot;
  /** Of the community. */
  timeZone: string;
  onClose: () => void;
}

export function BookDialog({ mentor, slot, timeZone, onClose }: Props<MentorSlot>) {
  const [form] = useState(() => {
    const keyOf = createKeys();
    return createDialogForm({
      initial: { question: '' },
      draftId: slot.id,
      validate: ({ question }) => ({ question: findLengthFault('Question', question, QUESTION_MAX_LENGTH) }),
      save: async ({ question }) => {
        const body = { slotId: slot.id, question };
        await callApi(bookSession, { body, idempotencyKey: keyOf(body) }).finally(mentoring.invalidate);
      },
      action: 'book session',
      done: 'Session booked. You get an email for your calendar.',
      onSaved: onClose,
    });
  });
  return (
    <FormDialog
      title={`Book a session with ${mentor.name}`}
      description={
        <>
          <span className="block font-semibold text-strong">{toWhole(slot, timeZone)}</span>
          <span className="block">{slot.topics}</span>
          <span className="mt-2 block">
            {slot.isOnline ? 'Online. You see the link' : 'In person. You see the place'} once it is booked.
            You can move or cancel until {toShortDateTime(slot.changeableUntil)}.
          </span>
        </>
      }
      form={form}
      submitLabel="Book"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="question"
        label="Your question"
        hint={`So that ${mentor.name} can prepare.`}
        counterMax={QUESTION_MAX_LENGTH}
      />
    </FormDialog>
  );
}

export function MoveDialog({ mentor, slot: before, timeZone, onClose }: Props<BookedSlot>) {
  const { id } = before.session;
  const [form] = useState(() =>
    createDialogForm({
      initial: { slotId: '' },
      draftId: id,
      validate: ({ slotId }) => ({ slotId: slotId ? undefined : 'Choose a time' }),
      save: (body) => callApi(moveSession, { params: { id }, body }).finally(mentoring.invalidate),
      action: 'move session',
      done: 'Session moved. You get an email for your calendar.',
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      title={`Move your session with ${mentor.name}`}
      description={`Now on ${toWhole(before, timeZone)}. ${mentor.name} is told.`}
      form={form}
      submitLabel="Move"
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="slotId"
        label="New time"
        required
        placeholder="Choose a time"
        options={mentor.slots.map((slot) => ({
          value: slot.id,
          label: `${toWhole(slot, timeZone)}: ${slot.topics}`,
        }))}
      />
    </FormDialog>
  );
}

export function CancelDialog({ slot, timeZone, onClose }: Omit<Props<BookedSlot>, 'mentor'>) {
  const { id } = slot.session;
  const name = toOtherName(slot.session);
  const [form] = useState(() =>
    createDialogForm({
      initial: {},
      draftId: id,
      validate: () => ({}),
      save: () => callApi(cancelSession, { params: { id } }).finally(mentoring.invalidate),
      action: 'cancel session',
      done: 'Session cancelled',
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      title={`Cancel your session with ${name}?`}
      form={form}
      submitLabel="Cancel session"
      submitVariant="danger"
      closeLabel="Keep session"
      size="small"
      onClose={onClose}
    >
      {toWhole(slot, timeZone)}. {name} is told, and others can book the time.
    </FormDialog>
  );
}
