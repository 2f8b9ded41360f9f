import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { arrival } from '../routing/arrival.ts';
import { leaguePath } from '../routing/router.ts';

interface Props {
  league: { id: string; name: string };
  variant?: 'primary' | 'secondary';
}

export function ContinueLink({ league: { id, name }, variant = 'secondary' }: Props) {
  return (
    <ButtonLink
      href={leaguePath(id)}
      variant={variant}
      wide
      onClick={() => {
        arrival.nextOf = id;
      }}
    >
      Continue Learning<span className="sr-only"> in {name}</span>
    </ButtonLink>
  );
}
