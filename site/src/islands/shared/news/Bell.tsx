import { bell } from '#site/icons/learning.ts';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  href: string;
  unread?: number | undefined;
}

export function Bell({ href, unread = 0 }: Props) {
  const count = unread > 99 ? '99+' : unread;
  return (
    <a
      href={href}
      aria-label={unread ? `News, ${count} unread` : 'News'}
      className="relative grid size-11 shrink-0 @max-[14rem]:w-auto place-items-center rounded-md text-strong hover:bg-hover"
    >
      <Icon path={bell} size={24} />
      {unread ? (
        <span className="absolute top-0.5 left-5 @max-[14rem]:right-0 @max-[14rem]:left-auto min-w-5 rounded-full border-2 border-page bg-brand px-1 text-center text-xs font-bold leading-4 text-on-brand">
          {count}
        </span>
      ) : null}
    </a>
  );
}
