interface Props {
  label: string;
  /** A number is written with its thousands parted; null is on its way. */
  value: number | string | null;
  /** Red: something is amiss. */
  isBad?: boolean;
}

/** One figure with its name; for a `dl`. */
export function Figure({ label, value, isBad = false }: Props) {
  return (
    <div className="flex flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={`min-w-4 font-display text-xl font-bold tabular-nums ${isBad ? 'text-danger' : 'text-strong'}`}
      >
        {typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '–')}
      </dd>
    </div>
  );
}
