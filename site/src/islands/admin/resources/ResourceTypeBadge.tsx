import { Badge } from '#site/islands/ui/Badge.tsx';
import { resourceTypeLook } from './resource-type-look.ts';

/** A resource's type in staff lists (ADMIN-28). */
export function ResourceTypeBadge({ type }: { type: string }) {
  const { words, tone } = resourceTypeLook(type);
  return <Badge tone={tone}>{words}</Badge>;
}
