import { RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import { RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import type { CreateResourceBody, Resource, UpdateResourceBody } from '#contract/resources.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { addResource, changeResource } from '../data/resource-list.ts';
import {
  createRowForm,
  defineEditor,
  type EditorFields,
  orderField,
  type Placement,
  suggestPlace,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { fillOrder } from '../order/order-text.ts';

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
  /** Narrows the choice of topic. */
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
