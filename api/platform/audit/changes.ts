export type Changes = Record<string, { from: unknown; to: unknown }>;

export function listChanges<Row extends object>(before: Row, patch: Partial<Row>): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(patch)) {
    const from = before[field as keyof Row];
    if (to !== undefined && toComparable(from) !== toComparable(to)) changes[field] = { from, to };
  }
  return changes;
}

function toComparable(value: unknown): string {
  return JSON.stringify(value ?? null);
}
