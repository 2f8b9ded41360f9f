/** Navigation of a store; tests pass their own. */
export interface Navigation {
  /** Keeps the current page in the history. */
  go(path: string): void;
  /** Goes on; Back skips the current page. */
  replace(path: string): void;
}

export const browserNavigation: Navigation = {
  go: (path) => location.assign(path),
  replace: (path) => location.replace(path),
};
