/** A row that wants a place: a new thing, or one that is to stand at another order. */
export interface OrderClaim {
  line: number;
  parentId: string;
  order: number;
  /** The thing that moves, with the order it leaves; null for a new one. */
  item: { id: string; order: number } | null;
}

interface Standing {
  id: string;
  parentId: string;
  order: number;
}

/**
 * The claims that cannot be met, so that the others leave every order of a parent to one thing alone. A place that is
 * held, and not left by another claim that is met, stays with its holder; of two claims to a place the first line wins. A
 * refused move keeps its old place, which may cost another claim that one.
 */
export function findVainClaims(standing: Iterable<Standing>, claims: readonly OrderClaim[]): Set<OrderClaim> {
  const moving = new Set(claims.flatMap(({ item }) => (item ? [item.id] : [])));
  const places = new Map<string, (OrderClaim | null)[]>();
  const put = (parentId: string, order: number, by: OrderClaim | null): string => {
    const place = `${parentId} ${order}`;
    places.set(place, [...(places.get(place) ?? []), by]);
    return place;
  };
  for (const { id, parentId, order } of standing) if (!moving.has(id)) put(parentId, order, null);
  const contested = claims.map((claim) => put(claim.parentId, claim.order, claim));

  const vain = new Set<OrderClaim>();
  for (let place = contested.pop(); place !== undefined; place = contested.pop()) {
    const wanting = places.get(place) ?? [];
    if (wanting.length < 2) continue;
    const winner = wanting.includes(null) ? null : firstOf(wanting);
    places.set(place, [winner]);
    for (const claim of wanting) {
      if (claim === winner || claim === null) continue;
      vain.add(claim);
      if (claim.item) contested.push(put(claim.parentId, claim.item.order, null));
    }
  }
  return vain;
}

function firstOf(claims: readonly (OrderClaim | null)[]): OrderClaim | null {
  return claims.reduce((first, claim) => (first && claim && claim.line > first.line ? first : claim), null);
}
