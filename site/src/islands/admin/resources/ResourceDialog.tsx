import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { RESOURCE_TYPES, type Resource } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { toResourceTypeText } from '#site/labels.ts';
import { WeekField } from '../content/WeekField.tsx';
import { createTopicQuery } from '../data/resource-list.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import { fillOrder } from '../order/order-text.ts';
import { createResourceForm, placeInTopic, RESOURCE_EDITOR_FIELDS, toSiblings } from './resource-form.ts';

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
    const siblingsIn = (chosen: string) => {
      const { data } = query.$state.get();
      return data?.sectionId === chosen ? toSiblings(data.resources, chosen) : null;
    };
    return createResourceForm({ resource, siblingsIn, sectionId, weekId, onSaved: onClose });
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
  const week = (
    <WeekField
      form={form}
      weeks={weeks}
      onChosen={() => {
        form.change('sectionId', '');
        place('');
      }}
    />
  );
  const inModule = topics.length > 0 ? 'Choose a topic' : 'No topics found in this module';
  const section = {
    placeholder: values.weekId ? inModule : 'Choose a module first',
    options: topics.map(({ id, name, order }) => ({ value: id, label: `${order}. ${name}` })),
    onChosen: place,
  };
  return (
    <EditorDialog
      kind="Resource"
      isNew={resource === null}
      form={form}
      fields={RESOURCE_EDITOR_FIELDS}
      choices={{ type: { options: TYPES }, sectionId: section }}
      drawn={{ weekId: week }}
      autoFilledFields={resource ? [] : ['order', 'suggestedOrder']}
      onClose={onClose}
    />
  );
}
