const TURN_MS = 10;

/** Lets other requests run in between (docs/security.md F12). */
export async function mapYielding<In, Out>(
  items: readonly In[],
  map: (item: In, index: number) => Out,
): Promise<Out[]> {
  const mapped: Out[] = [];
  let endsAt = performance.now() + TURN_MS;
  for (const [index, item] of items.entries()) {
    mapped.push(map(item, index));
    if (performance.now() < endsAt) continue;
    await new Promise((resolve) => setImmediate(resolve));
    endsAt = performance.now() + TURN_MS;
  }
  return mapped;
}
