import { atom } from 'nanostores';
import type { ResourceType, UpdateResourceBody } from '#contract/resources.ts';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { addResource, changeResource, removeResource, resourceOrder } from '../../data/resource-list.ts';
import { sectionList, sectionOrder } from '../../data/section-list.ts';
import { weekList, weekOrder } from '../../data/week-list.ts';
import { type Outline, outlineOf, sendInOrder } from '../outline.ts';
import {
  findSpot,
  type ItemKind,
  listIds,
  listTopics,
  mapModules,
  mapResources,
  mapTopics,
  type OutlineResource,
  placeItems,
  removeItems,
  type Spot,
  toPlaceText,
} from './outline-edits.ts';

const LISTS = { weeks: weekList, sections: sectionList };
const ORDERS = { weeks: weekOrder, sections: sectionOrder, resources: resourceOrder };
export const NOUNS: Record<ItemKind, string> = { weeks: 'module', sections: 'topic', resources: 'resource' };

interface Named {
  id: string;
  name: string;
}

export interface Removal {
  kind: ItemKind;
  /** The first of `ids`. */
  id: string;
  ids: readonly string[];
  name: string;
}

/** A row that is on its way to the server has no ID of the server yet. */
const NEW = 'new:';
export const isOnItsWay = ({ id }: { id: string }): boolean => id.startsWith(NEW);

export type OutlineEditor = ReturnType<typeof createOutlineEditor>;

type GroupKind = 'weeks' | 'sections';
type Field = 'title' | 'url' | 'type' | 'minutes';

/** Draws each change at once and sends them one after the other; a refused one is taken back, and says why. */
export function createOutlineEditor(leagueId: string) {
  const query = outlineOf(leagueId);
  const $failure = atom<string | null>(null);
  const $selected = atom<ReadonlySet<string>>(new Set());
  const $moved = atom('');

  const write = async (
    { action, typed }: { action: string; typed?: string },
    draw: (outline: Outline) => Outline,
    send: () => Promise<unknown>,
  ) => {
    query.change(draw);
    try {
      await sendInOrder(send);
    } catch (error) {
      $failure.set(
        [`${toActionFailure(action, error)}.`, typed ? `You typed: ${typed}` : ''].join(' ').trim(),
      );
      query.invalidate();
    }
  };
  const toNew = () => {
    const key = crypto.randomUUID();
    return { key, id: `${NEW}${key}`, description: null, order: 0 };
  };
  const remove = async ({ kind, ids }: Removal) => {
    const gone = new Set(ids);
    const topicOf = new Map(
      listTopics(query.$state.get().data as Outline).flatMap(({ id, resources }) =>
        resources.map((resource) => [resource.id, id] as const),
      ),
    );
    try {
      for (const id of ids) {
        await sendInOrder(async () => {
          if (kind === 'resources') await removeResource({ id, sectionId: topicOf.get(id) ?? '' });
          else await LISTS[kind].remove({ id });
        });
      }
      query.change((outline) => removeItems(outline, gone));
      $selected.set(new Set([...$selected.get()].filter((id) => !gone.has(id))));
    } finally {
      query.invalidate();
    }
  };

  return {
    $failure,
    /** The name or resource that is being edited in its row. */
    $edited: atom<string | null>(null),
    $selected,
    /** Read out after a move. */
    $moved,
    deletion: createConfirmedAction<Removal>({
      action: 'delete',
      run: remove,
      done: ({ kind, ids }) => `${countOf(ids.length, NOUNS[kind])} deleted`,
    }),
    add: (kind: GroupKind, parentId: string, name: string) => {
      const { key, ...row } = toNew();
      void write(
        { action: `create ${NOUNS[kind]}`, typed: name },
        (outline) => {
          if (kind === 'weeks') {
            const module = { ...row, name, leagueId, _count: { sections: 0 }, sections: [] };
            return { ...outline, weeks: [...outline.weeks, module] };
          }
          const topic = { ...row, name, weekId: parentId, _count: { resources: 0 }, resources: [] };
          return mapModules(outline, (week) =>
            week.id === parentId ? { ...week, sections: [...week.sections, topic] } : week,
          );
        },
        () =>
          kind === 'weeks'
            ? weekList.create({ name, leagueId }, key)
            : sectionList.create({ name, weekId: parentId }, key),
      );
    },
    addResource: (sectionId: string, body: { title: string; url: string; type: ResourceType }) => {
      const { key, id, order } = toNew();
      void write(
        { action: 'create resource', typed: `${body.title}, ${body.url}` },
        (outline) =>
          mapTopics(outline, (topic) =>
            topic.id === sectionId
              ? {
                  ...topic,
                  resources: [...topic.resources, { id, order, sectionId, minutes: null, ...body }],
                }
              : topic,
          ),
        () => addResource(sectionId, body, key),
      );
    },
    rename: (kind: GroupKind, { id, name: before }: Named, typed: string) => {
      const name = typed.trim();
      if (name === '' || name === before) return;
      const body = { name, expected: { name: before } };
      const put = <Row extends Named>(row: Row) => (row.id === id ? { ...row, name } : row);
      void write(
        { action: `rename ${NOUNS[kind]}`, typed: name },
        (outline) => (kind === 'weeks' ? mapModules(outline, put) : mapTopics(outline, put)),
        () => LISTS[kind].update(id, body),
      );
    },
    change: (before: OutlineResource, fields: Partial<Pick<OutlineResource, Field>>) => {
      const changed = Object.entries(fields).filter(([field, value]) => before[field as Field] !== value);
      if (changed.length === 0) return;
      const expected = Object.fromEntries(changed.map(([field]) => [field, before[field as Field]]));
      const body = { ...Object.fromEntries(changed), expected } as UpdateResourceBody;
      void write(
        { action: 'update resource', typed: changed.map(([, value]) => value ?? 'no minutes').join(', ') },
        (outline) => mapResources(outline, (row) => (row.id === before.id ? { ...row, ...fields } : row)),
        () => changeResource(before, body),
      );
    },
    move: (kind: ItemKind, ids: readonly string[], label: string, spot: Spot) => {
      const before = query.$state.get().data;
      if (!before) return;
      const after = placeItems(before, kind, ids, spot);
      const order = listIds(after, kind, spot.parentId);
      const old = listIds(before, kind, spot.parentId);
      if (order.join() === old.join()) return;
      const arriving = order.filter((id) => !old.includes(id));
      const position = order.findIndex((id) => ids.includes(id)) + 1;
      const place = toPlaceText(before, { kind, parentId: spot.parentId });
      $moved.set(`${label} moved to position ${position} of ${order.length} in ${place}`);
      void write(
        { action: `move ${label}` },
        () => after,
        async () => {
          for (const id of arriving) {
            const from = findSpot(before, kind, id)?.parentId ?? '';
            if (kind === 'sections') await sectionList.update(id, { weekId: spot.parentId, order: null });
            else await changeResource({ id, sectionId: from }, { sectionId: spot.parentId, order: null });
          }
          const seen = [...old, ...arriving];
          if (order.join() === seen.join()) return;
          await ORDERS[kind].write(spot.parentId, order, seen);
        },
      );
    },
  };
}
