/**
 * JavaScriptCore lets the heap grow with the machine's memory; with 384 MB it collects sooner. This is no limit.
 * Measured in docs/performance.md, "Costs of the calls".
 */
export const HEAP_ENVIRONMENT = { BUN_JSC_forceRAMSize: String(384 * 1024 * 1024) };

// The embedded engine's 128 MB count twice as heap, which would let garbage grow by a share of 300 MB.
const EMBEDDED = {
  BUN_JSC_smallHeapGrowthFactor: '1.05',
  BUN_JSC_mediumHeapGrowthFactor: '1.03',
  BUN_JSC_largeHeapGrowthFactor: '1.02',
};

export const heapEnvironment = (databaseUrl) =>
  databaseUrl ? HEAP_ENVIRONMENT : { ...HEAP_ENVIRONMENT, ...EMBEDDED };
