const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '14:03' on the reader's clock. */
export function toTime(moment: string | null): string {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : TIME.format(date);
}
