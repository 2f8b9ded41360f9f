import type { Call } from '#contract/call.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate, type Kind } from '../query/queries.ts';

interface Rules<Row, CreateBody, UpdateBody> {
  kind: Kind;
  load: () => Promise<Row[]>;
  create: Call<CreateBody, unknown, Row>;
  update: Call<UpdateBody, unknown, Row>;
  remove: Call<unknown, unknown, unknown>;
  /** By default a new row comes first. */
  sort?: (rows: readonly Row[]) => Row[];
}

export type WholeList<Row extends { id: string }> = ReturnType<typeof createWholeList<Row, never, never>>;

export function createWholeList<Row extends { id: string }, CreateBody, UpdateBody>({
  kind,
  load,
  create,
  update,
  remove,
  sort = (rows) => [...rows],
}: Rules<Row, CreateBody, UpdateBody>) {
  const query = createStaffQuery(kind, 'all', load);
  const write = (edit: (rows: readonly Row[]) => readonly Row[]) => {
    query.change((rows) => sort(edit(rows)));
    invalidate(kind);
  };
  const place = (saved: Row) =>
    write((rows) =>
      rows.some(({ id }) => id === saved.id)
        ? rows.map((row) => (row.id === saved.id ? saved : row))
        : [saved, ...rows],
    );
  return {
    ...query,
    write,
    place,
    create: async (body: CreateBody, idempotencyKey: string) =>
      place((await callApi(create, { body: body as never, idempotencyKey })) as Row),
    update: async (id: string, body: UpdateBody) =>
      place((await callApi(update, { params: { id }, body: body as never })) as Row),
    remove: async ({ id }: { id: string }) => {
      await callApi(remove, { params: { id } });
      write((rows) => rows.filter((row) => row.id !== id));
    },
  };
}
