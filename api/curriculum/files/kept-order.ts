/** Indexes of the longest increasing subsequence: for [1, 4, 2, 3] those of 1, 2, 3. The remaining items were moved. */
export function findUnmovedIndexes(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const unmoved = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) unmoved.add(index);
  return unmoved;
}
