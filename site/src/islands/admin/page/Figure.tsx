interface Props {
  label: string;
  /** A number is written with its thousands parted; null is on its way. */
  value: number | string | null;
  /** Red: something is amiss. */
  isBad?: boolean;
  /** Before its figure the name stays where it is when the figure arrives; after it the two read as a sentence. */
  nameFirst?: boolean;
}

/** One figure with its name; for a `dl`. */
export function Figure({ label, value, isBad = false, nameFirst = false }: Props) {
  return (
    <div
      className={`flex items-baseline gap-x-2 ${nameFirst ? 'flex-wrap max-sm:flex-col' : 'flex-row-reverse flex-wrap-reverse justify-end'}`}
    >
      <dt className={`text-sm text-muted ${nameFirst ? 'max-sm:whitespace-nowrap' : ''}`}>{label}</dt>
      <dd
        className={`min-w-4 whitespace-nowrap font-display text-xl font-bold tabular-nums ${isBad ? 'text-danger' : 'text-strong'}`}
      >
        {typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '–')}
      </dd>
    </div>
  );
}
