import { useStore } from '@nanostores/react';
import { toIconHost } from '#contract/favicons.ts';
import { fallbackIcon } from './resource-type.ts';
import { siteIcons } from './site-icons.ts';

export function SiteIcon({ url, type }: { url: string; type: string }) {
  const host = toIconHost(url) ?? '';
  const icon = useStore(siteIcons.$icons, { keys: [host] })[host];
  return (
    <img
      src={icon ?? fallbackIcon(type)}
      alt=""
      width={20}
      height={20}
      decoding="async"
      className="size-5 shrink-0 rounded-sm object-contain"
    />
  );
}
