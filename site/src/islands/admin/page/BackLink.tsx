import { arrowLeft } from '#site/icons/arrows.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

/** The way from a part of a list back to all of it: 'All badges'. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} variant="ghost" size="small" className="-ms-3 max-md:min-h-11">
      <Icon path={arrowLeft} size={18} />
      {children}
    </ButtonLink>
  );
}
