import type { ReactNode } from 'react';
import { plus } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export function CreateButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button onClick={onClick}>
      <Icon path={plus} size={18} />
      {children}
    </Button>
  );
}
