import { useState } from 'react';
import { SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import { FormDialog } from '../shared/FormDialog.tsx';
import { DESCRIPTION_MAX } from '../shared/limits.ts';
import { TextareaField } from '../shared/TextareaField.tsx';
import { TextField } from '../shared/TextField.tsx';
import { WeekField } from '../shared/WeekField.tsx';
import { createSectionForm, suggestSectionOrder } from './section-form.ts';

interface Props {
  /** Null to add one. */
  section: Section | null;
  sections: readonly Section[];
  /** The modules it may stand in. */
  weeks: readonly Week[];
  /** The module that is looked at; '' for none. */
  weekId: string;
  onClose: () => void;
}

/** Adds or edits a topic. */
export function SectionDialog({ section, sections, weeks, weekId, onClose }: Props) {
  const [form] = useState(() => createSectionForm({ section, sections, weekId, onSaved: onClose }));
  return (
    <FormDialog
      title={section ? 'Edit Topic' : 'Create New Topic'}
      form={form}
      submitLabel={section ? 'Save Changes' : 'Create Topic'}
      busyLabel={section ? 'Saving…' : 'Creating…'}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Topic Name" required counterMax={SECTION_NAME_MAX_LENGTH} />
      <WeekField
        form={form}
        weeks={weeks}
        onChosen={(chosen) => form.change('order', suggestSectionOrder(sections, chosen, section))}
      />
      <TextField
        form={form}
        name="order"
        label="Order"
        type="number"
        min={1}
        step={1}
        required
        hint="Its place within the module, from 1"
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX}
      />
    </FormDialog>
  );
}
