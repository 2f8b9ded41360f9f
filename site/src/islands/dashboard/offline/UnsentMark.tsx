import { useStore } from '@nanostores/react';
import { offline } from '#site/icons/states.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { $unsentActions } from '../data/outbox-actions.ts';

export function UnsentMark({ queueKey }: { queueKey: string }) {
  const unsent = useStore($unsentActions).filter((action) => action.lane === queueKey);
  if (unsent.length === 0) return null;
  const refused = unsent.find(({ refusal }) => refusal !== null);
  return (
    <>
      {' '}
      <Badge tone={refused ? 'danger' : 'neutral'} className="my-1 mr-2 lg:my-0.5">
        <Icon path={offline} size={13} className="-ms-0.5" />
        {refused ? 'Not accepted' : 'On this device'}
      </Badge>
      {refused ? (
        <span className="mt-0.5 block text-xs text-danger max-lg:mb-1.5">{refused.refusal?.message}</span>
      ) : null}
    </>
  );
}
