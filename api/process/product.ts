import { readContentSettings } from './content-settings.ts';
import { failStart } from './start-error.ts';

/** Read once, as the first module asks; where that fails, nothing that the process does would be right. */
function readOnce() {
  try {
    return readContentSettings(process.env.CONTENT_DIR);
  } catch (error) {
    failStart(error);
  }
}

const settings = readOnce();

/** What the product is called and where it is found outside. */
export const product = settings.product;

/** Its colours, for mail and other pages of the server. */
export const palette = settings.palette;
