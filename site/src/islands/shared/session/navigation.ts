/** How a store leaves the page; tests pass their own. */
export interface Navigation {
  /** Goes on and leaves the current page in the history. */
  go(path: string): void;
  /** Goes on; Back skips the current page. */
  replace(path: string): void;
}

export const browserNavigation: Navigation = {
  go: (path) => location.assign(path),
  replace: (path) => location.replace(path),
};
