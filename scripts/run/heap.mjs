/**
 * Environment of a server process: JavaScriptCore collects by the share of the memory that its heap takes. On a machine of
 * 24 GB it would let a heap double each time before it looks, however small the heap is; told of 384 MB, it looks
 * sooner. No limit: a heap may grow beyond it. Measured in docs/performance.md, "Costs of the calls".
 */
export const HEAP_ENVIRONMENT = { BUN_JSC_forceRAMSize: String(384 * 1024 * 1024) };

/**
 * The embedded engine's 128 MB count as part of the heap, twice, so that garbage may grow by a share of 300 MB before
 * anybody looks. It may grow by less.
 */
const EMBEDDED = {
  BUN_JSC_smallHeapGrowthFactor: '1.05',
  BUN_JSC_mediumHeapGrowthFactor: '1.03',
  BUN_JSC_largeHeapGrowthFactor: '1.02',
};

/** Environment of a server that finds this address of a database, or none. */
export const heapEnvironment = (databaseUrl) =>
  databaseUrl ? HEAP_ENVIRONMENT : { ...HEAP_ENVIRONMENT, ...EMBEDDED };
