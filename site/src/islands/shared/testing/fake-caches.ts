/** The browser's caches, as far as they are used. */
export function createCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    stores,
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return {
        put: async (key: string, reply: Response) => void entries.set(key, reply),
        match: async (key: string) => entries.get(key)?.clone(),
        delete: async (key: string) => entries.delete(key),
        keys: async () => [...entries.keys()],
      };
    },
  };
}
