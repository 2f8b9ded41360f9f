import { isServicePath } from '#api/serving/routes.ts';

/** Excludes the contract's files, which Vite serves as modules in development. */
export function isDevService(url: string): boolean {
  const path = url.split('?')[0] ?? '/';
  return isServicePath(path) && !/^\/api\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/.test(path);
}
