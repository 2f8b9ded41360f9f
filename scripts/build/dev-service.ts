import { isServicePath } from '#api/serving/routes.ts';

/** True for the API, but not for the contract's files, which development serves as modules of the site. */
export function isDevService(url: string): boolean {
  const path = url.split('?')[0] ?? '/';
  return isServicePath(path) && !/^\/api\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/.test(path);
}
