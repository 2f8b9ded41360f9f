/**
 * All rows of a list that comes in pages: the first tells how many there are, the others are asked for together. The
 * pages hold as many rows as the server gives of itself.
 */
export async function loadPages<Row>(
  load: (page: string) => Promise<{ rows: readonly Row[]; pagination: { totalPages: number } }>,
): Promise<Row[]> {
  const first = await load('1');
  const pages = Array.from({ length: Math.max(0, first.pagination.totalPages - 1) }, (_, index) =>
    load(String(index + 2)),
  );
  return [first, ...(await Promise.all(pages))].flatMap(({ rows }) => rows);
}
