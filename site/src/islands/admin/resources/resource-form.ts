import { RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import type { ResourceField } from '#contract/curriculum-fields.ts';
import type { Resource, ResourceType } from '#contract/resources.ts';
import { isHttpUrl, toWebAddress } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addResource, changeResource } from '../data/resource-list.ts';
import { createEditorForm, findTextFault } from '../form/staff-form.ts';
import {
  fillOrder,
  findOrderFault,
  type OrderValues,
  suggestOrder,
  TYPED,
  toSentOrder,
} from '../order/order-text.ts';

export interface ResourceValues extends OrderValues, Record<ResourceField, string> {
  type: ResourceType;
  /** Narrows the choice of topic; not sent. */
  weekId: string;
  sectionId: string;
}

interface Begin {
  resource: Resource | null;
  /** To find orders that are taken. */
  inTopic: (sectionId: string) => readonly Resource[];
  /** Preselected topic and module; '' for none. */
  sectionId: string;
  weekId: string;
  onSaved: () => void;
}

export function createResourceForm({
  resource,
  inTopic,
  sectionId,
  weekId,
  onSaved,
}: Begin): Form<ResourceValues> {
  return createEditorForm({
    draftId: resource?.id ?? null,
    initial: {
      title: resource?.title ?? '',
      url: resource?.url ?? '',
      type: resource?.type ?? 'VIDEO',
      minutes: String(resource?.minutes ?? ''),
      weekId: resource?.section.weekId ?? weekId,
      sectionId: resource?.sectionId ?? sectionId,
      // The suggested order arrives with the topic's resources.
      order: resource ? String(resource.order) : '',
      suggestedOrder: resource ? TYPED : '',
    },
    validate: (values) => validateResource(values, { resource, resources: inTopic(values.sectionId) }),
    action: resource ? 'update resource' : 'create resource',
    done: resource ? 'Resource saved' : 'Resource created',
    fieldFailures: {
      RESOURCE_ORDER_TAKEN: { order: 'Choose an order that no other resource of the topic has' },
      SECTION_NOT_FOUND: { sectionId: 'Choose another topic' },
      LEAGUE_OUT_OF_SCOPE: { sectionId: 'Choose a topic of a league that you work in' },
    },
    toBody,
    create: ({ sectionId: chosen, order, ...body }, key) =>
      addResource(chosen, { ...body, order: order ?? undefined }, key),
    update: (id, changes) => changeResource({ id, sectionId: resource?.sectionId ?? '' }, changes),
    sentWith: ['sectionId', 'order'],
    onSaved,
  });
}

function toBody({ title, url, type, minutes, sectionId, order, suggestedOrder }: ResourceValues) {
  return {
    title: title.trim(),
    url: toWebAddress(url),
    type,
    minutes: minutes.trim() === '' ? null : Number(minutes),
    sectionId,
    order: toSentOrder({ order, suggestedOrder }),
  };
}

export function suggestResourceOrder(
  resources: readonly Resource[],
  sectionId: string,
  resource: Resource | null,
): OrderValues {
  const siblings = resources.filter((other) => other.sectionId === sectionId);
  return suggestOrder(sectionId, siblings, resource?.sectionId === sectionId ? resource.order : undefined);
}

/** Keeps an order that the user typed. */
export function placeInTopic(
  form: Form<ResourceValues>,
  { sectionId, resources }: { sectionId: string; resources: readonly Resource[] },
  resource: Resource | null,
): void {
  const { values } = form.$form.get();
  if (values.sectionId !== sectionId || values.order !== values.suggestedOrder) return;
  fillOrder(form, suggestResourceOrder(resources, sectionId, resource));
}

export function validateResource(
  { title, url, minutes, weekId, sectionId, order, suggestedOrder }: ResourceValues,
  { resource, resources }: Pick<Begin, 'resource'> & { resources: readonly Resource[] },
): FieldErrors<ResourceValues> {
  const siblings = resources
    .filter((other) => other.sectionId === sectionId)
    .map((other) => ({ ...other, name: other.title }));
  return {
    title: findTextFault('Title', title, RESOURCE_TITLE_MAX_LENGTH),
    url: findUrlFault(toWebAddress(url)),
    minutes: findMinutesFault(minutes.trim()),
    weekId: weekId || sectionId ? undefined : 'Module is required',
    sectionId: sectionId ? undefined : 'Topic is required',
    order: sectionId && order === suggestedOrder ? undefined : findOrderFault(order, siblings, resource?.id),
  };
}

function findMinutesFault(minutes: string): string | undefined {
  if (minutes === '') return undefined;
  const isRight = /^\d+$/.test(minutes) && Number(minutes) >= 1 && Number(minutes) <= RESOURCE_MINUTES_MAX;
  return isRight ? undefined : `Enter a whole number from 1 to ${RESOURCE_MINUTES_MAX}`;
}

function findUrlFault(url: string): string | undefined {
  if (!url) return 'URL is required';
  return isHttpUrl(url) ? undefined : 'Enter a full link, starting with https://';
}
