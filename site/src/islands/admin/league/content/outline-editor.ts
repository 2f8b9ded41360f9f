import { atom } from 'nanostores';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { addResource, changeResource, removeResource, resourceOrder } from '../../data/resource-list.ts';
import { sectionList, sectionOrder } from '../../data/section-list.ts';
import { weekList, weekOrder } from '../../data/week-list.ts';
import type { OrderSource } from '../../order/order-change.ts';
import { type Outline, outlineOf, sendInOrder } from '../outline.ts';
import {
  findNextSpot,
  findParent,
  findSpot,
  type ItemKind,
  listIds,
  mapItems,
  type OutlineResource,
  placeItems,
  type Spot,
} from './outline-edits.ts';

type List = Pick<typeof weekList | typeof sectionList, 'create' | 'update' | 'remove'>;

const toKind = (noun: string, list: List, parent: string, order: OrderSource) => ({
  noun,
  order,
  create: (parentId: string, body: object, key: string) =>
    list.create({ ...body, [parent]: parentId } as never, key),
  update: ({ id }: { id: string }, body: object) => list.update(id, body),
  remove: list.remove,
});

export const KINDS = {
  weeks: toKind('module', weekList, 'leagueId', weekOrder),
  sections: toKind('topic', sectionList, 'weekId', sectionOrder),
  resources: {
    noun: 'resource',
    order: resourceOrder,
    create: addResource as (parentId: string, body: never, key: string) => Promise<void>,
    update: changeResource,
    remove: removeResource,
  },
};

/** A name, or the fields of a resource. */
type Fields = Partial<Pick<OutlineResource, 'title' | 'url' | 'type' | 'minutes'> & { name: string }>;

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

/** Draws each change at once and sends them one after the other; a refused one is taken back, and says why. */
export function createOutlineEditor(leagueId: string) {
  const query = outlineOf(leagueId);
  const $failure = atom<string | null>(null);
  const $selected = atom<ReadonlySet<string>>(new Set());
  const $moved = atom('');

  const write = async (
    action: string,
    typed: unknown[],
    draw: (outline: Outline) => Outline,
    send: () => Promise<unknown>,
  ) => {
    query.change(draw);
    try {
      await sendInOrder(send);
    } catch (error) {
      const text = typed.length > 0 ? ` You typed: ${typed.join(', ')}` : '';
      $failure.set(`${toActionFailure(action, error)}.${text}`);
      query.invalidate();
    }
  };
  const move = (kind: ItemKind, ids: readonly string[], label: string, spot: Spot) => {
    const before = query.$state.get().data;
    if (!before) return;
    const after = placeItems(before, kind, ids, spot);
    const order = listIds(after, kind, spot.parentId);
    const old = listIds(before, kind, spot.parentId);
    if (order.join() === old.join()) return;
    const arriving = order.filter((id) => !old.includes(id));
    const position = order.findIndex((id) => ids.includes(id)) + 1;
    const place = findParent(before, kind, spot.parentId)?.name;
    $moved.set(`${label} moved to position ${position} of ${order.length} in ${place}`);
    void write(
      `move ${label}`,
      [],
      () => after,
      async () => {
        const body = { [kind === 'sections' ? 'weekId' : 'sectionId']: spot.parentId, order: null };
        for (const id of arriving) {
          const sectionId = findSpot(before, kind, id)?.parentId ?? '';
          await KINDS[kind].update({ id, sectionId }, body as never);
        }
        const seen = [...old, ...arriving];
        if (order.join() !== seen.join()) await KINDS[kind].order.write(spot.parentId, order, seen);
      },
    );
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
      run: async ({ kind, ids }) => {
        const before = query.$state.get().data as Outline;
        try {
          for (const id of ids) {
            const sectionId = findSpot(before, kind, id)?.parentId ?? '';
            await sendInOrder(() => KINDS[kind].remove({ id, sectionId }));
          }
          query.change((outline) =>
            mapItems(outline, (items) => items.filter(({ id }) => !ids.includes(id))),
          );
          $selected.set(new Set([...$selected.get()].filter((id) => !ids.includes(id))));
        } finally {
          query.invalidate();
        }
      },
      done: ({ kind, ids }) => `${countOf(ids.length, KINDS[kind].noun)} deleted`,
    }),
    add: (kind: ItemKind, parentId: string, fields: Fields): undefined => {
      const key = crypto.randomUUID();
      const row = { id: `${NEW}${key}`, order: 0, minutes: null, sections: [], resources: [], ...fields };
      const { name, title, url } = fields;
      void write(
        `create ${KINDS[kind].noun}`,
        name ? [name] : [title, url],
        (outline) => mapItems(outline, (items, id) => (id === parentId ? items.concat(row as never) : items)),
        () => KINDS[kind].create(parentId, fields as never, key),
      );
    },
    change: (kind: ItemKind, item: { id: string; sectionId?: string } & Fields, fields: Fields) => {
      const changed = Object.entries(fields).filter(
        ([field, value]) => item[field as keyof Fields] !== value,
      );
      if (changed.length === 0) return;
      const expected = Object.fromEntries(changed.map(([field]) => [field, item[field as keyof Fields]]));
      const body = { ...Object.fromEntries(changed), expected };
      void write(
        `update ${KINDS[kind].noun}`,
        changed.map(([, value]) => value ?? 'no minutes'),
        (outline) =>
          mapItems(outline, (items) =>
            items.map((row) => (row.id === item.id ? { ...row, ...fields } : row)),
          ),
        () => KINDS[kind].update({ sectionId: '', ...item }, body as never),
      );
    },
    move,
    step: (kind: ItemKind, id: string, label: string, by: 1 | -1) => {
      const { data } = query.$state.get();
      const spot = data && findNextSpot(data, kind, id, by);
      if (spot) move(kind, [id], label, spot);
    },
  };
}
