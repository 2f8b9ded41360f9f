export interface Navigation {
  go(path: string): void;
  /** Back skips the current page. */
  replace(path: string): void;
}

export const browserNavigation: Navigation = {
  go: (path) => location.assign(path),
  replace: (path) => location.replace(path),
};
