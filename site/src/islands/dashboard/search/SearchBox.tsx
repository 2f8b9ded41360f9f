import type { InputHTMLAttributes } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { search as searchIcon } from '#site/icons/actions.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';

interface Props {
  label: string;
  value: string;
  onType: (text: string) => void;
  list?: InputHTMLAttributes<HTMLInputElement>;
}

export function SearchBox({ label, value, onType, list }: Props) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
        <Icon path={searchIcon} size={16} />
      </span>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        {...list}
        onChange={(event) => onType(event.target.value)}
        className="h-11 w-full rounded-md border border-line-strong bg-surface pl-9 pr-3 text-base text-ellipsis text-strong sm:h-10 sm:text-sm"
      />
    </div>
  );
}
