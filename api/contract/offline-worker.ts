/** Service worker of the learner area, written by the build. */
export const WORKER_FILE = 'offline-worker.js';
export const WORKER_PATH = `/${WORKER_FILE}`;
export const WORKER_SCOPE = '/dashboard';
/** Name of the only Trusted Types policy; it creates the worker's address. */
export const WORKER_POLICY = 'offline-worker';
