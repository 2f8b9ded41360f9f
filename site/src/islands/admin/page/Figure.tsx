import { toNumber } from '#site/islands/shared/format/text.ts';

interface Props {
  label: string;
  /** In a text such as 'about 20,000 (97%)' only the number is large. Null while loading. */
  value: number | string | null;
  isBad?: boolean;
}

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
