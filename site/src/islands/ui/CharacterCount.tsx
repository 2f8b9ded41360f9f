import { lengthOf } from '#contract/text.ts';

interface Props {
  text: string;
  max: number;
}

/** '12 / 200', counted as on the server; warns over the last tenth. */
export function CharacterCount({ text, max }: Props) {
  const length = lengthOf(text);
  const look =
    length > max
      ? 'font-semibold text-danger'
      : length > max * 0.9
        ? 'font-semibold text-warning'
        : 'text-faint';
  return (
    <p className={`ms-auto shrink-0 pt-0.5 text-xs tabular-nums ${look}`}>
      {length} / {max}
    </p>
  );
}
