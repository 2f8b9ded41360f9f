import { type ReactElement, useState } from 'react';
import { AVATAR_SIZE_PX } from '#contract/constants.ts';
import { type AvatarPalette, avatarColors, avatarSeed, initials } from '#site/avatar.ts';

interface Props {
  name?: string | null | undefined;
  email?: string | null | undefined;
  id?: string | null | undefined;
  src?: string | null | undefined;
  /** Pixels. */
  size?: number;
  palette?: AvatarPalette;
  /** Accessible name; leave out beside the visible name. */
  label?: string;
  className?: string;
}

export function Avatar({
  name,
  email,
  id,
  src,
  size = AVATAR_SIZE_PX,
  palette = 'default',
  label,
  className = '',
}: Props): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  if (src && failed !== src) {
    return (
      <img
        className={`rounded-full bg-sunken object-cover ${className}`}
        src={src}
        alt={label ?? ''}
        width={size}
        height={size}
        loading="lazy"
        onError={() => setFailed(src)}
      />
    );
  }
  const { background, text } = avatarColors(avatarSeed({ name, email, id }), palette);
  return (
    <svg
      className={`rounded-full ${className}`}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      role={label ? 'img' : 'presentation'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="64" height="64" fill={background} />
      <text
        className="font-display font-bold"
        x="32"
        y="33"
        fill={text}
        fontSize="25"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {initials(name)}
      </text>
    </svg>
  );
}
