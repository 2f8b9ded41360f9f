export async function loadPages<Row>(
  load: (page: string) => Promise<{ rows: readonly Row[]; pagination: { totalPages: number } }>,
): Promise<Row[]> {
  const first = await load('1');
  const pages = Array.from({ length: Math.max(0, first.pagination.totalPages - 1) }, (_, index) =>
    load(String(index + 2)),
  );
  return [first, ...(await Promise.all(pages))].flatMap(({ rows }) => rows);
}
