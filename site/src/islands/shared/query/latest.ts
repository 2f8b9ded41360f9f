/** Work of which only the last one counts: another search, another page. */
export interface Latest {
  /** Aborts what was begun before; `aborted` of the signal says, after an answer, that it came too late. */
  begin(): AbortSignal;
  /** Aborts what was begun. */
  cancel(): void;
}

/** Keeps answers that come in another order than their questions from being shown. */
export function createLatest(): Latest {
  let current = new AbortController();
  return {
    begin() {
      current.abort();
      current = new AbortController();
      return current.signal;
    },
    cancel: () => current.abort(),
  };
}
