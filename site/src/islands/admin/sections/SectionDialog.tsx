import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH, SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import { WeekField } from '../content/WeekField.tsx';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { OrderField } from '../form/OrderField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { fillOrder } from '../order/order-text.ts';
import { createSectionForm, suggestSectionOrder } from './section-form.ts';

interface Props {
  section: Section | null;
  sections: readonly Section[];
  weeks: readonly Week[];
  weekId: string;
  onClose: () => void;
}

export function SectionDialog({ section, sections, weeks, weekId, onClose }: Props) {
  const [form] = useState(() => createSectionForm({ section, sections, weekId, onSaved: onClose }));
  return (
    <FormDialog {...toEditorLabels('Topic', section === null)} form={form} onClose={onClose}>
      <TextField form={form} name="name" label="Topic Name" required counterMax={SECTION_NAME_MAX_LENGTH} />
      <WeekField
        form={form}
        weeks={weeks}
        onChosen={(chosen) => fillOrder(form, suggestSectionOrder(sections, chosen, section))}
      />
      <OrderField form={form} parent="module" />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
    </FormDialog>
  );
}
