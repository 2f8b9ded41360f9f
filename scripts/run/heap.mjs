/**
 * Environment of a server process: JavaScriptCore collects by the share of the memory that its heap takes. On a machine of
 * 24 GB it would let a heap double each time before it looks, however small the heap is; told of 384 MB, it looks
 * sooner. No limit: a heap may grow beyond it. Measured in docs/performance.md, "Memory".
 */
export const HEAP_ENVIRONMENT = { BUN_JSC_forceRAMSize: String(384 * 1024 * 1024) };
