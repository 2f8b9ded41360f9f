import { resolve } from 'node:path';

export const contentFolder = resolve(process.env.CONTENT_DIR || 'content');
