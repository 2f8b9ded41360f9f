import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import { RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import { RESOURCE_TYPES, type Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { toResourceTypeText } from '#site/labels.ts';
import { WeekField } from '../content/WeekField.tsx';
import { createTopicQuery } from '../data/resource-list.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { OrderField } from '../form/OrderField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { toEditorLabels } from '../form/staff-form.ts';
import { TextField } from '../form/TextField.tsx';
import { fillOrder } from '../order/order-text.ts';
import { createResourceForm, placeInTopic } from './resource-form.ts';

interface Props {
  resource: Resource | null;
  weeks: readonly Week[];
  sections: readonly Section[];
  sectionId: string;
  weekId: string;
  onClose: () => void;
}

const TYPES = RESOURCE_TYPES.map((type) => ({ value: type, label: toResourceTypeText(type) }));

export function ResourceDialog({ resource, weeks, sections, sectionId, weekId, onClose }: Props) {
  const [$topic] = useState(() => atom<string | null>((resource?.sectionId ?? sectionId) || null));
  const [query] = useState(() => createTopicQuery($topic));
  const topic = useQuery(query).data;
  const [form] = useState(() => {
    const inTopic = (chosen: string) => {
      const { data } = query.$state.get();
      return data?.sectionId === chosen ? data.resources : [];
    };
    return createResourceForm({ resource, inTopic, sectionId, weekId, onSaved: onClose });
  });
  const { values } = useStore(form.$form);
  const chosenId = values.sectionId;
  useEffect(() => {
    if (topic?.sectionId === chosenId) placeInTopic(form, topic, resource);
  }, [topic, chosenId, form, resource]);
  const topics = sections
    .filter((section) => section.weekId === values.weekId)
    .toSorted((one, other) => one.order - other.order);
  const place = (chosen: string) => {
    fillOrder(form, { order: '', suggestedOrder: '' });
    $topic.set(chosen || null);
  };
  return (
    <FormDialog
      {...toEditorLabels('Resource', resource === null)}
      form={form}
      autoFilledFields={resource ? [] : ['order', 'suggestedOrder']}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="title"
        label={RESOURCE_FIELDS.title.label}
        required
        counterMax={RESOURCE_TITLE_MAX_LENGTH}
      />
      <TextField
        form={form}
        name="url"
        label={RESOURCE_FIELDS.url.label}
        type="url"
        required
        placeholder="https://"
      />
      <SelectField form={form} name="type" label={RESOURCE_FIELDS.type.label} required options={TYPES} />
      <TextField
        form={form}
        name="minutes"
        label={RESOURCE_FIELDS.minutes.label}
        type="number"
        min={1}
        step={1}
        hint="How long a learner needs"
      />
      <WeekField
        form={form}
        weeks={weeks}
        onChosen={() => {
          form.change('sectionId', '');
          place('');
        }}
      />
      <SelectField
        form={form}
        name="sectionId"
        label="Topic"
        required
        placeholder={
          values.weekId
            ? topics.length > 0
              ? 'Choose a topic'
              : 'No topics found in this module'
            : 'Choose a module first'
        }
        options={topics.map(({ id, name, order }) => ({ value: id, label: `${order}. ${name}` }))}
        onChosen={place}
      />
      <OrderField form={form} parent="topic" />
    </FormDialog>
  );
}
