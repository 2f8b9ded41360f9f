import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import { RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import {
  type CreateResourceBody,
  RESOURCE_TYPES,
  type Resource,
  type UpdateResourceBody,
} from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { toResourceTypeText } from '#site/labels.ts';
import { WeekField } from '../content/WeekField.tsx';
import { addResource, changeResource, createTopicQuery } from '../data/resource-list.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import {
  createRowForm,
  defineEditor,
  type EditorFields,
  orderField,
  type Placement,
  suggestPlace,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { toEditorLabels } from '../form/staff-form.ts';
import { fillOrder } from '../order/order-text.ts';

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
      labels={toEditorLabels('Resource', resource === null)}
      form={form}
      fields={RESOURCE_EDITOR_FIELDS}
      choices={{ type: { options: TYPES }, sectionId: section }}
      drawn={{ weekId: week }}
      autoFilledFields={resource ? [] : ['order', 'suggestedOrder']}
      onClose={onClose}
    />
  );
}

export const RESOURCE_EDITOR_FIELDS = {
  title: {
    kind: 'text',
    label: RESOURCE_FIELDS.title.label,
    required: true,
    max: RESOURCE_TITLE_MAX_LENGTH,
  },
  url: { kind: 'url', label: RESOURCE_FIELDS.url.label, required: true, placeholder: 'https://' },
  type: { kind: 'choice', label: RESOURCE_FIELDS.type.label, required: true },
  minutes: {
    kind: 'number',
    label: RESOURCE_FIELDS.minutes.label,
    max: RESOURCE_MINUTES_MAX,
    hint: 'How long a learner needs',
  },
  weekId: { kind: 'choice', label: 'Module', required: true },
  sectionId: { kind: 'choice', label: 'Topic', required: true },
  order: orderField('topic'),
} as const satisfies EditorFields;

export type ResourceValues = ValuesOf<typeof RESOURCE_EDITOR_FIELDS>;
type ResourcePlace = Placement<typeof RESOURCE_EDITOR_FIELDS>;

interface Start {
  resource: Resource | null;
  siblingsIn: ResourcePlace['siblingsIn'];
  /** Preselected topic and module; '' for none. */
  sectionId: string;
  weekId: string;
  onSaved: () => void;
}

export function createResourceForm({ resource, siblingsIn, sectionId, weekId, onSaved }: Start) {
  return createRowForm(
    defineEditor({
      kind: 'resource',
      title: 'Resource',
      fields: RESOURCE_EDITOR_FIELDS,
      place: { of: 'sectionId', siblingsIn },
      fieldFailures: {
        RESOURCE_ORDER_TAKEN: { order: 'Choose an order that no other resource of the topic has' },
        SECTION_NOT_FOUND: { sectionId: 'Choose another topic' },
        LEAGUE_OUT_OF_SCOPE: { sectionId: 'Choose a topic of a league that you work in' },
      },
      list: {
        create: ({ weekId: _, sectionId: chosen, ...body }, key) =>
          addResource(chosen, body as CreateResourceBody, key),
        update: (id, { weekId: _, ...changes }) =>
          changeResource({ id, sectionId: resource?.sectionId ?? '' }, changes as UpdateResourceBody),
      },
    }),
    {
      row: resource && { ...resource, weekId: resource.section.weekId },
      start: { type: 'VIDEO', sectionId, weekId },
      onSaved,
    },
  );
}

/** The others of a topic; a message about a taken order gives the title. */
export function toSiblings(resources: readonly Resource[], sectionId: string) {
  return resources
    .filter((resource) => resource.sectionId === sectionId)
    .map(({ id, title, order }) => ({ id, order, name: title }));
}

/** Keeps an order that the user typed. */
export function placeInTopic(
  form: Form<ResourceValues>,
  { sectionId, resources }: { sectionId: string; resources: readonly Resource[] },
  resource: Resource | null,
): void {
  const { values } = form.$form.get();
  if (values.sectionId !== sectionId || values.order !== values.suggestedOrder) return;
  const siblingsIn = (chosen: string) => toSiblings(resources, chosen);
  fillOrder(form, suggestPlace({ of: 'sectionId', siblingsIn }, sectionId, resource));
}
