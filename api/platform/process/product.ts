import { readContentSettings } from './content-settings.ts';
import { failStart } from './start-error.ts';

function readOnce() {
  try {
    return readContentSettings(process.env.CONTENT_DIR);
  } catch (error) {
    failStart(error);
  }
}

const settings = readOnce();

export const product = settings.product;

export const palette = settings.palette;

/** As yyyy-mm-dd. */
export function dayIn(timeZone: string, moment = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}
