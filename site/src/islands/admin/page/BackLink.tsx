import { arrowLeft } from '#site/icons/arrows.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} variant="ghost" size="small" className="-ms-3 max-md:min-h-11">
      <Icon path={arrowLeft} size={18} />
      {children}
    </ButtonLink>
  );
}
