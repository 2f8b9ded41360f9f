/** Work of which only the last counts, such as a search. */
export interface Latest {
  /** Aborts earlier work; `signal.aborted` then tells that an answer came too late. */
  begin(): AbortSignal;
  /** Aborts what was begun. */
  cancel(): void;
}

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
