import { isServicePath } from '#api/serving/routes.ts';

/** What the API answers; the contract's own files are modules of the site while it is being worked on. */
export function isDevService(url: string): boolean {
  const path = url.split('?')[0] ?? '/';
  return isServicePath(path) && !/^\/api\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/.test(path);
}
