/** Turns what the driver makes of a value into what the embedded engine gives for it. */
type ToPlain = (value: unknown) => unknown;

const toText =
  (cut: (iso: string) => string): ToPlain =>
  (value) => {
    if (value instanceof Date) return cut(value.toISOString());
    // The two ends of time.
    return typeof value === 'number' ? (value > 0 ? 'infinity' : '-infinity') : value;
  };

/** PostgreSQL writes no zeros at the end of a fraction, and no fraction of nothing. */
const toDayAndTime = (iso: string) =>
  iso
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.?0+$/, '');

const toTextOfDate = toText((iso) => iso.slice(0, -'T00:00:00.000Z'.length));
const toTextOfTimestamp = toText(toDayAndTime);
const toTextOfMoment = toText((iso) => `${toDayAndTime(iso)}+00`);

const toList: ToPlain = (value) => (ArrayBuffer.isView(value) ? Array.from(value as Int32Array) : value);
const toListOf =
  (toPlain: ToPlain): ToPlain =>
  (value) =>
    Array.isArray(value) ? value.map(toListOf(toPlain)) : toPlain(value);

/** By the number that PostgreSQL gives a type. */
const TO_PLAIN = new Map<number, ToPlain>([
  [1082, toTextOfDate],
  [1114, toTextOfTimestamp],
  [1184, toTextOfMoment],
  [1182, toListOf(toTextOfDate)],
  [1115, toListOf(toTextOfTimestamp)],
  [1185, toListOf(toTextOfMoment)],
  // int4[] and float4[], which come as typed arrays: those are other JSON.
  [1007, toList],
  [1021, toList],
]);

interface Turned {
  index: number;
  name: string;
  toPlain: ToPlain;
}

/** By the description of a statement's columns, which all its answers on a connection share. */
const turnedColumns = new WeakMap<readonly Bun.SQL.ResultColumn[], readonly Turned[]>();

function findTurned(columns: readonly Bun.SQL.ResultColumn[]): readonly Turned[] {
  const known = turnedColumns.get(columns);
  if (known) return known;
  const found = columns.flatMap(({ name, type }, index) => {
    const toPlain = TO_PLAIN.get(type);
    return toPlain ? [{ index, name, toPlain }] : [];
  });
  turnedColumns.set(columns, found);
  return found;
}

/**
 * The rows of an answer in a plain array, each changed in place: moments and dates as the text that PostgreSQL writes (moments in UTC, to the
 * millisecond), numbers of an array in a plain array.
 */
export function toPlainValues(rows: Bun.SQL.ResultMetadata & unknown[], isArrays: boolean): unknown[] {
  const turned = rows.columns ? findTurned(rows.columns) : [];
  if (turned.length > 0) {
    for (const row of rows as Record<string | number, unknown>[]) {
      for (const { index, name, toPlain } of turned) {
        const key = isArrays ? index : name;
        row[key] = toPlain(row[key]);
      }
    }
  }
  // The driver's own kind of array carries more than its rows.
  return isArrays ? rows : Array.from(rows);
}
