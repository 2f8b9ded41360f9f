/** The script that opens the learner area without a connection: the build writes it, the area registers it. */
export const WORKER_FILE = 'offline-worker.js';
export const WORKER_PATH = `/${WORKER_FILE}`;
/** Addresses that begin so are its own, and none else. */
export const WORKER_SCOPE = '/dashboard';
/** The one Trusted Types policy of the pages: it makes the address of this script. */
export const WORKER_POLICY = 'offline-worker';
