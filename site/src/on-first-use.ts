/**
 * A value that is made when it is first asked for, and kept. For formatters of `Intl`: making one when its file is loaded holds
 * up the first frame of a screen that may never write a date (two formats of dates: 12 ms, on a slow phone 50).
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
