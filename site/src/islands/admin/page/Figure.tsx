import { toNumber } from '#site/islands/shared/format/text.ts';

interface Props {
  label: string;
  /** A number is written with its thousands parted; null is on its way. Of words only what counts is large: 'about 20,000 (97%)'. */
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
        {typeof value === 'string' ? (
          <Words text={value} />
        ) : (
          <span className="whitespace-nowrap">{value === null ? '–' : toNumber(value)}</span>
        )}
      </dd>
    </div>
  );
}

/** Words with figures: 'about' and a share in brackets are small, and lines break at the spaces between. */
function Words({ text }: { text: string }) {
  const [, about, figure, share] = /^(about)? ?(.*?) ?(\(\d+%\))?$/.exec(text) ?? [];
  const small = 'whitespace-nowrap font-sans text-sm font-normal text-muted';
  return (
    <>
      {about ? <span className={small}>{about}</span> : null}
      {about ? ' ' : null}
      <span className="whitespace-nowrap">{figure}</span>
      {share ? ' ' : null}
      {share ? <span className={small}>{share}</span> : null}
    </>
  );
}
