/** As yyyy-mm-dd. */
export function dayIn(timeZone: string, moment = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}
