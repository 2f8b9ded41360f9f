/** For `<input type="datetime-local">`; '' for null or an invalid date. */
export function toLocalInput(moment: string | null): string {
  const date = new Date(moment ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Null for an empty or invalid value. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
