export interface Latest {
  /** Aborts earlier work. Check `signal.aborted` before using a reply. */
  begin(): AbortSignal;
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
