import { toNumber } from '#site/islands/shared/format/text.ts';

interface Props {
  label: string;
  value: number | string;
  isBad?: boolean;
}

export function Figure({ label, value, isBad = false }: Props) {
  return (
    <div className="flex flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={`min-w-4 font-display text-xl font-bold whitespace-nowrap tabular-nums ${isBad ? 'text-danger' : 'text-strong'}`}
      >
        {typeof value === 'number' ? toNumber(value) : value}
      </dd>
    </div>
  );
}
