import type { SocialField } from '#contract/users.ts';

export type SocialHandles = Record<SocialField, string | null>;

export interface SocialTile {
  field: SocialField;
  site: string;
  text: string;
  href?: string;
}

export const SOCIAL_ORDER: readonly SocialField[] = [
  'portfolioUrl',
  'githubUsername',
  'twitterHandle',
  'linkedinUrl',
  'discordUsername',
  'kaggleUsername',
];

export function toSocialTiles(handles: Partial<SocialHandles>): SocialTile[] {
  return SOCIAL_ORDER.flatMap((field) => {
    const value = handles[field]?.trim();
    return value ? [toTile(field, value)] : [];
  });
}

function toTile(field: SocialField, value: string): SocialTile {
  switch (field) {
    case 'portfolioUrl':
      return { field, site: 'Portfolio', text: withoutProtocol(value), ...linkTo(value) };
    case 'githubUsername':
      return { field, site: 'GitHub', text: value, href: `https://github.com/${encodeURIComponent(value)}` };
    case 'twitterHandle': {
      const handle = value.replace(/^@+/, '');
      return { field, site: 'X', text: `@${handle}`, href: `https://x.com/${encodeURIComponent(handle)}` };
    }
    case 'linkedinUrl':
      return { field, site: 'LinkedIn', text: toLinkedInName(value), ...linkTo(value) };
    case 'discordUsername':
      return { field, site: 'Discord', text: value };
    case 'kaggleUsername':
      return {
        field,
        site: 'Kaggle',
        text: value,
        href: `https://www.kaggle.com/${encodeURIComponent(value)}`,
      };
  }
}

/** The part after /in/ of a LinkedIn URL, or 'LinkedIn Profile'. */
export function toLinkedInName(url: string): string {
  const name = /\/in\/([^/?#]+)/.exec(url)?.[1];
  if (!name) return 'LinkedIn Profile';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

// Old rows may contain other schemes, such as javascript:; those get no link.
function linkTo(url: string): { href?: string } {
  return /^https?:\/\//i.test(url) ? { href: url } : {};
}

function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}
