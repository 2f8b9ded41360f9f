/**
 * Creates a value on first use. For Intl formatters, which would delay the first frame if created on import (two date
 * formats take 50 ms on a slow phone).
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
