export interface OrderClaim {
  line: number;
  parentId: string;
  order: number;
  /** The moving thing with its current order; null for a new one. */
  item: { id: string; order: number } | null;
}

interface ExistingItem {
  id: string;
  parentId: string;
  order: number;
}

/**
 * Finds claims to refuse so that no two things of a parent share an order. The first line wins; a refused move keeps
 * its old order, which may defeat another claim.
 */
export function findConflictingClaims(
  existing: Iterable<ExistingItem>,
  claims: readonly OrderClaim[],
): Set<OrderClaim> {
  const moving = new Set(claims.flatMap(({ item }) => (item ? [item.id] : [])));
  const places = new Map<string, (OrderClaim | null)[]>();
  const put = (parentId: string, order: number, by: OrderClaim | null): string => {
    const place = `${parentId} ${order}`;
    places.set(place, [...(places.get(place) ?? []), by]);
    return place;
  };
  for (const { id, parentId, order } of existing) if (!moving.has(id)) put(parentId, order, null);
  const contested = claims.map((claim) => put(claim.parentId, claim.order, claim));

  const conflicting = new Set<OrderClaim>();
  for (let place = contested.pop(); place !== undefined; place = contested.pop()) {
    const wanting = places.get(place) ?? [];
    if (wanting.length < 2) continue;
    const winner = wanting.includes(null) ? null : firstOf(wanting);
    places.set(place, [winner]);
    for (const claim of wanting) {
      if (claim === winner || claim === null) continue;
      conflicting.add(claim);
      if (claim.item) contested.push(put(claim.parentId, claim.item.order, null));
    }
  }
  return conflicting;
}

function firstOf(claims: readonly (OrderClaim | null)[]): OrderClaim | null {
  return claims.reduce((first, claim) => (first && claim && claim.line > first.line ? first : claim), null);
}
