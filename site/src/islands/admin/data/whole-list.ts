import { createStaffQuery, invalidate, type Kind } from '../query/queries.ts';

interface Rules<Row, CreateBody, UpdateBody> {
  kind: Kind;
  load: () => Promise<Row[]>;
  create: (body: CreateBody, idempotencyKey: string) => Promise<Row>;
  update: (id: string, body: UpdateBody) => Promise<Row>;
  remove: (id: string) => Promise<unknown>;
  /** By default a new row comes first. */
  sort?: (rows: readonly Row[]) => Row[];
}

/** Shows a write without loading again. */
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
  const put = (saved: Row) =>
    write((rows) =>
      rows.some(({ id }) => id === saved.id)
        ? rows.map((row) => (row.id === saved.id ? saved : row))
        : [saved, ...rows],
    );
  return {
    query,
    write,
    put,
    add: async (body: CreateBody, idempotencyKey: string) => put(await create(body, idempotencyKey)),
    change: async (id: string, body: UpdateBody) => put(await update(id, body)),
    remove: async ({ id }: { id: string }) => {
      await remove(id);
      write((rows) => rows.filter((row) => row.id !== id));
    },
  };
}
