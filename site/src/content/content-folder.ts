import { resolve } from 'node:path';

/** Where editors keep the content: `content/`, or another folder while it is tried out (CONTENT_DIR). */
export const contentFolder = resolve(process.env.CONTENT_DIR || 'content');
