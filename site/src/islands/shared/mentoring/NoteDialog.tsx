import { useState } from 'react';
import { type MentorSession, SESSION_NOTE_MAX_LENGTH, saveSessionNote } from '#contract/mentoring.ts';
import { createDialogForm, findLengthFault } from '../form/dialog-form.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { callApi } from '../http/api.ts';
import { mentoring, toOtherName } from './sessions.ts';

interface Props {
  session: MentorSession;
  /** Of the session. */
  day: string;
  onClose: () => void;
}

export function NoteDialog({ session, day, onClose }: Props) {
  const before = session.note ?? '';
  const [form] = useState(() =>
    createDialogForm({
      initial: { text: before },
      draftId: session.id,
      validate: ({ text }) => ({ text: findLengthFault('Note', text, SESSION_NOTE_MAX_LENGTH) }),
      isUnchanged: ({ text }) => text.trim() === before,
      save: async ({ text }) => {
        await callApi(saveSessionNote, { params: { id: session.id }, body: { text } });
        mentoring.invalidate();
      },
      action: 'save note',
      done: 'Note saved',
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      title="Private note"
      description={`On your session with ${toOtherName(session)}, ${day}. Only you can read it.`}
      form={form}
      submitLabel="Save note"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="text"
        label="Note"
        rows={7}
        hint={before ? 'An empty note is deleted.' : undefined}
        counterMax={SESSION_NOTE_MAX_LENGTH}
      />
    </FormDialog>
  );
}
