import { RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import type { Resource, ResourceType } from '#contract/resources.ts';
import { isHttpUrl, lengthOf } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { findOrderFault, suggestOrder } from '../shared/order-text.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { saveResource } from './resource-list.ts';

export interface ResourceValues {
  title: string;
  url: string;
  type: ResourceType;
  /** Narrows the choice of topic; not sent. */
  weekId: string;
  sectionId: string;
  /** As typed; '' for what is no number. */
  order: string;
}

interface Begin {
  /** Null to add one. */
  resource: Resource | null;
  /** The resources of a topic as far as they are known, for orders that are taken. */
  inTopic: (sectionId: string) => readonly Resource[];
  /** The topic that is looked at, with its module; '' for none. */
  sectionId: string;
  weekId: string;
  onSaved: () => void;
}

/** The create and edit form of a resource (ARES-03 to ARES-10). */
export function createResourceForm({
  resource,
  inTopic,
  sectionId,
  weekId,
  onSaved,
}: Begin): Form<ResourceValues> {
  return createStaffForm<ResourceValues>({
    initial: {
      title: resource?.title ?? '',
      url: resource?.url ?? '',
      type: resource?.type ?? 'VIDEO',
      weekId: resource?.section.weekId ?? weekId,
      sectionId: resource?.sectionId ?? sectionId,
      // A new one gets its place as soon as the topic's resources are known.
      order: resource ? String(resource.order) : '',
    },
    validate: (values) => validateResource(values, { resource, resources: inTopic(values.sectionId) }),
    action: resource ? 'update resource' : 'create resource',
    done: resource ? 'Resource saved' : 'Resource created',
    refusals: {
      RESOURCE_ORDER_TAKEN: { order: 'Choose an order that no other resource of the topic has' },
      SECTION_NOT_FOUND: { sectionId: 'Choose another topic' },
      LEAGUE_OUT_OF_SCOPE: { sectionId: 'Choose a topic of a league that you work in' },
    },
    save: ({ title, url, type, sectionId: chosen, order }) =>
      saveResource(
        { title: title.trim(), url: url.trim(), type, sectionId: chosen, order: Number(order) },
        resource,
      ),
    onSaved,
  });
}

/** The order a resource begins with in a topic: its own at home, else the next one there; '' without a topic. */
export function suggestResourceOrder(
  resources: readonly Resource[],
  sectionId: string,
  resource: Resource | null,
): string {
  if (!sectionId) return '';
  if (resource?.sectionId === sectionId) return String(resource.order);
  return String(suggestOrder(resources.filter((other) => other.sectionId === sectionId)));
}

/** Gives a form its place in a topic whose resources are known now; an order typed meanwhile stays. */
export function placeInTopic(
  form: Form<ResourceValues>,
  { sectionId, resources }: { sectionId: string; resources: readonly Resource[] },
  resource: Resource | null,
): void {
  const { values } = form.$form.get();
  if (values.sectionId !== sectionId || values.order !== '') return;
  form.change('order', suggestResourceOrder(resources, sectionId, resource));
}

/** Faults of the form, in the reader's words. */
export function validateResource(
  { title, url, weekId, sectionId, order }: ResourceValues,
  { resource, resources }: Pick<Begin, 'resource'> & { resources: readonly Resource[] },
): FieldErrors<ResourceValues> {
  const errors: FieldErrors<ResourceValues> = {};
  if (!title.trim()) errors.title = 'Title is required';
  else if (lengthOf(title.trim()) > RESOURCE_TITLE_MAX_LENGTH)
    errors.title = `Title must be ${RESOURCE_TITLE_MAX_LENGTH} characters or less`;
  if (!url.trim()) errors.url = 'URL is required';
  else if (!isHttpUrl(url.trim())) errors.url = 'Enter a whole address that begins with https:// or http://';
  if (!sectionId) {
    if (!weekId) errors.weekId = 'Module is required';
    errors.sectionId = 'Topic is required';
  }
  const fault = findOrderFault(order);
  const holder = resources.find(
    (other) => other.sectionId === sectionId && other.order === Number(order) && other.id !== resource?.id,
  );
  if (fault) errors.order = fault;
  else if (holder) errors.order = `Order ${holder.order} is taken by ${holder.title}`;
  return errors;
}
